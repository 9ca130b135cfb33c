-- Whether everybody may see the public pages: as the entries say, or nothing where none says it.
-- Events that are here already were public from their creation and stay so; new ones are private.

ALTER TABLE event
    ADD COLUMN public boolean,
    ADD COLUMN public_by_default boolean NOT NULL DEFAULT true;
ALTER TABLE event ALTER COLUMN public_by_default SET DEFAULT false;
