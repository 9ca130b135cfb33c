"""FIDE's tournament report files, TRF16 and TRF26, of players and of teams."""
