-- A search looks at the words of an event, which have its place, and at its stage; these nobody read.

ALTER TABLE event
    DROP COLUMN city,
    DROP COLUMN federation,
    DROP COLUMN closed;
