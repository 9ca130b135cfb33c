-- Who may sign in at the desk, and what its workers must know of each other for that.

CREATE TABLE account (
    name text PRIMARY KEY,
    role text NOT NULL,
    -- Of the password, with argon2.
    hash text NOT NULL
);

-- Sessions that somebody ended, by a hash of their token: a copy of the cookie is void too.
CREATE TABLE ended_session (
    mark  text PRIMARY KEY,
    ended timestamptz NOT NULL
);
CREATE INDEX ended_session_by_time ON ended_session (ended);

-- Wrong passwords of the last minutes, by a hash of who tried and from where.
CREATE TABLE failed_sign_in (
    mark   text NOT NULL,
    failed timestamptz NOT NULL
);
CREATE INDEX failed_sign_in_by_mark ON failed_sign_in (mark, failed);
CREATE INDEX failed_sign_in_by_time ON failed_sign_in (failed);

-- The secret with which all workers sign cookies: one row.
CREATE TABLE cookie_key (
    is_the_one boolean PRIMARY KEY CHECK (is_the_one),
    secret     text NOT NULL
);
