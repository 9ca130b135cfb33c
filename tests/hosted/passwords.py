"""The password of all accounts in the tests of a server."""

PASSWORD = "a long password"
