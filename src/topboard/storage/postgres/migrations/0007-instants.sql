-- Times are texts, each by the clock of whoever wrote it; lists of acts go by the instant.

CREATE FUNCTION instant_of(told text) RETURNS timestamptz
    LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    -- For PostgreSQL 'now' is a time too, and another one whenever it is read.
    IF told !~ '^[0-9]{4}-' THEN
        RETURN NULL;
    END IF;
    -- A time that names no clock must not depend on that of whoever asks.
    IF told !~ '(Z|[+-][0-9]{2}(:?[0-9]{2})*)$' OR length(told) <= 10 THEN
        told := told || ' UTC';
    END IF;
    RETURN told::timestamptz;
EXCEPTION WHEN data_exception THEN
    -- An entry that was taken over may say anything: it comes last.
    RETURN NULL;
END
$$;

DROP INDEX entry_by_time;
DROP INDEX entry_by_person;
CREATE INDEX entry_by_instant ON entry (instant_of(time) DESC NULLS LAST);
CREATE INDEX entry_by_person ON entry (who, instant_of(time) DESC NULLS LAST);
CREATE INDEX membership_change_by_instant
    ON membership_change (instant_of(time) DESC NULLS LAST);
