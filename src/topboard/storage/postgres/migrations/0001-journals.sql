-- Events, their entries, what may be erased of them, and their keys.

CREATE TABLE event (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    slug       text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
    -- What follows is for lists and searches, and can be made again from the entries.
    last       integer NOT NULL DEFAULT 0,
    head       text NOT NULL DEFAULT '',
    name       text NOT NULL DEFAULT '',
    city       text NOT NULL DEFAULT '',
    federation text NOT NULL DEFAULT '',
    first_day  text NOT NULL DEFAULT '',
    last_day   text NOT NULL DEFAULT '',
    systems    text NOT NULL DEFAULT '',
    closed     boolean NOT NULL DEFAULT false
);

-- The content is text: the hash is over its characters.
CREATE TABLE entry (
    event     uuid NOT NULL REFERENCES event (id),
    number    integer NOT NULL CHECK (number > 0),
    time      text NOT NULL,
    who       text NOT NULL,
    act       text NOT NULL,
    content   text NOT NULL,
    reason    text NOT NULL,
    authority text NOT NULL,
    previous  text NOT NULL,
    hash      text NOT NULL,
    PRIMARY KEY (event, number)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries are never changed or removed';
END
$$;

CREATE TRIGGER no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE entry ENABLE ALWAYS TRIGGER no_change;

-- The values for which seals stand in the entries: these may be erased.
CREATE TABLE personal (
    event uuid NOT NULL REFERENCES event (id),
    seal  text NOT NULL,
    salt  text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (event, seal)
);

CREATE TABLE signing_key (
    event   uuid NOT NULL REFERENCES event (id),
    public  text NOT NULL,
    private bytea NOT NULL,
    PRIMARY KEY (event, public)
);
