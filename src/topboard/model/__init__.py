"""The facts of a tournament, as immutable values. This package contains no rules and no I/O.

Points are integers in tenths of a point, so a draw is 5 and a match on four boards has 40 game
points. A rating is an integer, and an average rating is an exact fraction. Everything decided by
chance or by a person is recorded as a fact: drawings of lots, forbidden pairs, fixed boards and
requested byes.
"""

from __future__ import annotations

from topboard.model.event_info import EventInfo as EventInfo
from topboard.model.participants import (
    POINT as POINT,
    Colour as Colour,
    Competitor as Competitor,
    Number as Number,
    Player as Player,
    Rating as Rating,
    RatingChoice as RatingChoice,
    RatingKind as RatingKind,
    Team as Team,
    Tenths as Tenths,
)
from topboard.model.results import (
    Absence as Absence,
    Away as Away,
    DoubleForfeit as DoubleForfeit,
    ForfeitLoss as ForfeitLoss,
    ForfeitWin as ForfeitWin,
    FullPointBye as FullPointBye,
    Game as Game,
    HalfPointBye as HalfPointBye,
    Manner as Manner,
    Meeting as Meeting,
    NotYetEntered as NotYetEntered,
    Outcome as Outcome,
    PairingBye as PairingBye,
    Pending as Pending,
    Played as Played,
    Unfinished as Unfinished,
    Withdrawn as Withdrawn,
    ZeroPointBye as ZeroPointBye,
)
from topboard.model.rounds import (
    Pair as Pair,
    Round as Round,
    Tables as Tables,
)
from topboard.model.tournament import (
    EQUAL_RATINGS as EQUAL_RATINGS,
    PAIRING_NUMBERS as PAIRING_NUMBERS,
    Adjustment as Adjustment,
    AwardedPoints as AwardedPoints,
    ByeRuling as ByeRuling,
    ClaimedStandings as ClaimedStandings,
    FixedTable as FixedTable,
    ForbiddenPair as ForbiddenPair,
    Lot as Lot,
    MemberBye as MemberBye,
    OfficialRanks as OfficialRanks,
    Request as Request,
    Scale as Scale,
    Tournament as Tournament,
    VirtualPoints as VirtualPoints,
)
