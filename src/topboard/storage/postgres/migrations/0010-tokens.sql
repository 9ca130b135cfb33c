-- Tokens with which programs use the API. A token belongs to an account and ends with it. Only the
-- hash of its secret is stored.

CREATE TABLE api_token (
    name    text PRIMARY KEY,
    account text NOT NULL REFERENCES account (name) ON DELETE CASCADE,
    role    text NOT NULL,
    mark    text NOT NULL UNIQUE,
    maker   text NOT NULL,
    created timestamptz NOT NULL,
    expires timestamptz NOT NULL,
    used    timestamptz
);
CREATE INDEX api_token_by_account ON api_token (account);
