-- Long works: what is to be done, who does it, and what its steps made.

CREATE TABLE job (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    errand      text NOT NULL UNIQUE,
    event       uuid NOT NULL REFERENCES event (id) ON DELETE CASCADE,
    kind        text NOT NULL,
    asked       text NOT NULL,
    total       integer NOT NULL,
    last_entry  integer NOT NULL,
    begun       timestamptz NOT NULL DEFAULT now(),
    -- The token of whoever does it: another one takes over where the heart has not beaten lately.
    taken_by    uuid,
    heartbeat   timestamptz,
    -- How often it was taken since its last step.
    takings     integer NOT NULL DEFAULT 0,
    steps       integer NOT NULL DEFAULT 0,
    stop_wished boolean NOT NULL DEFAULT false,
    ended       timestamptz,
    failure     text NOT NULL DEFAULT ''
);
CREATE INDEX job_unfinished ON job (begun, id) WHERE ended IS NULL;

CREATE TABLE job_step (
    job    bigint NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    number integer NOT NULL CHECK (number > 0),
    made   bytea NOT NULL,
    PRIMARY KEY (job, number)
);

-- What is erased of an event must not live on in what was made of it.
CREATE FUNCTION forget_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM job WHERE event IN (SELECT event FROM erased);
    RETURN NULL;
END
$$;

CREATE TRIGGER forget_jobs AFTER DELETE ON personal
    REFERENCING OLD TABLE AS erased
    FOR EACH STATEMENT EXECUTE FUNCTION forget_jobs();
