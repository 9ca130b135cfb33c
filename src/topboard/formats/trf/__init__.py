"""FIDE's tournament report files, TRF16 and TRF26, for players and for teams."""
