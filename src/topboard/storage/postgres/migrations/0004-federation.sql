-- What searches look at and lists show; organisations, their members, and who did what about them.

ALTER TABLE event
    ADD COLUMN stage    text NOT NULL DEFAULT '',
    -- The words by whose first letters an event is found, each with a blank before it.
    ADD COLUMN words    text NOT NULL DEFAULT '',
    ADD COLUMN in_short text NOT NULL DEFAULT '';

CREATE INDEX entry_by_time ON entry (time);
CREATE INDEX entry_by_person ON entry (who, time);

CREATE TABLE organisation (
    slug text PRIMARY KEY CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
    name text NOT NULL
);

-- An event belongs to one organisation; one that belongs to none is reached by nobody at the desk
-- but by its own members.
CREATE TABLE owned_event (
    event        uuid PRIMARY KEY REFERENCES event (id),
    organisation text NOT NULL REFERENCES organisation (slug)
);
CREATE INDEX owned_event_by_organisation ON owned_event (organisation);

CREATE TABLE organisation_member (
    organisation text NOT NULL REFERENCES organisation (slug),
    account      text NOT NULL,
    office       text NOT NULL CHECK (office IN ('officer', 'arbiter')),
    PRIMARY KEY (organisation, account)
);
CREATE INDEX organisation_member_by_account ON organisation_member (account);

CREATE TABLE event_member (
    event   uuid NOT NULL REFERENCES event (id),
    account text NOT NULL,
    role    text NOT NULL CHECK (role IN ('chief', 'deputy', 'entry', 'viewer')),
    PRIMARY KEY (event, account)
);
CREATE INDEX event_member_by_account ON event_member (account);

-- Every change of who may do what: only ever added to. No role: somebody is no member any more.
CREATE TABLE membership_change (
    number       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time         text NOT NULL,
    who          text NOT NULL,
    organisation text NOT NULL DEFAULT '',
    event        uuid REFERENCES event (id),
    account      text NOT NULL DEFAULT '',
    role         text NOT NULL DEFAULT ''
);
CREATE TRIGGER no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON membership_change
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE membership_change ENABLE ALWAYS TRIGGER no_change;

-- Arrangements of events under a name; of no organisation: of the whole host.
CREATE TABLE event_template (
    organisation text NOT NULL DEFAULT '',
    name         text NOT NULL,
    content      text NOT NULL,
    PRIMARY KEY (organisation, name)
);
