-- Sessions in which somebody is signed in, by a hash of their token, so that they can be listed and
-- ended. Only the browser is named, no network address.

CREATE TABLE signed_in_session (
    mark    text PRIMARY KEY,
    account text NOT NULL,
    device  text NOT NULL,
    begun   timestamptz NOT NULL
);
CREATE INDEX signed_in_session_by_account ON signed_in_session (account, begun);
CREATE INDEX signed_in_session_by_time ON signed_in_session (begun);
