-- Where an event goes on that was moved away; empty while it is here.

ALTER TABLE event ADD COLUMN moved_to text NOT NULL DEFAULT '';
