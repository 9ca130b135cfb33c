"""The names of the criteria on which pairing decisions are based.

The rules cannot pair a round without these names. They are kept apart from the reasons because
pairing programs start the engine once per round without asking for reasons.
"""

from __future__ import annotations

from enum import Enum

from topboard._frozen import dataclass

# --- who may have the bye -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HadBye:
    """The obstacle that the participant has already had a bye."""

    round: int


@dataclass(frozen=True, slots=True)
class WonWithoutPlaying:
    """The obstacle that the participant has won by forfeit."""

    round: int


@dataclass(frozen=True, slots=True)
class BarredByRuling:
    """The obstacle that the arbiter has ruled that the participant may not receive the bye."""


# --- which pairing is better --------------------------------------------------------------


class QualityCriterion(Enum):
    """The criteria that decide between two pairings of a bracket."""

    DOWNFLOATERS = "as few downfloaters as possible"
    DOWNFLOATER_SCORES = "the downfloaters have the lowest scores possible"
    SCORE_DIFFERENCES = "the score differences are as small as possible"
    NEXT_BRACKET = "as many pairs as possible in the next bracket"
    NEXT_BRACKET_SCORES = "those left over there have the lowest scores possible"
    BYE_UNPLAYED = "the bye goes to who has missed the fewest games"
    WIDE_DIFFERENCE = "no colour difference beyond two for topscorers and their opponents"
    THIRD_COLOUR = "no third colour running for topscorers and their opponents"
    PREFERENCE = "as many colour preferences granted as possible"
    STRONG_PREFERENCE = "as many strong colour preferences granted as possible"
    DOWNFLOAT_LAST = "nobody floats down who did so one round ago"
    UPFLOAT_LAST = "nobody floats up who did so one round ago"
    DOWNFLOAT_BEFORE = "nobody floats down who did so two rounds ago"
    UPFLOAT_BEFORE = "nobody floats up who did so two rounds ago"
    DIFFERENCE_DOWN_LAST = "small score differences of those who floated down one round ago"
    DIFFERENCE_UP_LAST = "small score differences of those who floated up one round ago"
    DIFFERENCE_DOWN_BEFORE = "small score differences of those who floated down two rounds ago"
    DIFFERENCE_UP_BEFORE = "small score differences of those who floated up two rounds ago"
    UPFLOATERS = "as few upfloaters as possible"
    UPFLOATER_SCORES = "the upfloaters have the highest scores possible"
    MAXIMUM_UPFLOATERS = "as few maximum upfloaters as possible"
    UPFLOATS_OF_MAXIMUM = "as few earlier upfloats of maximum upfloaters as possible"
    UPFLOATER_SET = "the first set of upfloaters"
    MOVED_DOWN_SET = "the highest ranked of those moved down are paired"
    MOVED_DOWN_OPPONENTS = "those moved down meet the highest ranked residents"
    EXCHANGE = "the smallest exchange between the halves"
    TRANSPOSITION = "the smallest transposition of the lower half"
    FOLLOWING_GROUP = "the following scoregroup needs no more upfloaters than its number asks for"
    UPFLOATER_FLOATED = "no upfloater floated one round ago"
    OPPONENT_FLOATED = "no opponent of an upfloater floated one round ago"
    IDENTIFIER = "the smallest identifier"
    OPPONENT_NUMBERS = "the largest numbers as opponents of the smallest"


# --- who has which colour -----------------------------------------------------------------


class PreferenceGround(Enum):
    """The rule that decided the colours of a pair."""

    BOTH_GRANTED = "both have what they prefer"
    STRONGER = "the stronger preference"
    ALTERNATE = "the latest round with different colours"
    HIGHER_RANKED = "the preference of the higher ranked"
    INITIAL_COLOUR = "the initial colour"


class MatchColourGround(Enum):
    """The rule that decided the colours of a match.

    The colours of a match are those of its first board or first game.
    """

    INITIAL_COLOUR = "the initial colour"
    ONLY_PREFERENCE = "only one of the two prefers a colour"
    BOTH_GRANTED = "both have what they prefer"
    ONLY_STRONG = "only one of the two preferences is strong"
    LOWER_DIFFERENCE = "White to the lower colour difference"
    FEWER_WHITES = "White to who has had it less often"
    LAST_DIFFERENCE = "the latest match with different colours"
    FIRST_PREFERENCE = "the preference of the first-team"
    ALTERNATE_FIRST = "the first-team changes the colour of its last match"
    ALTERNATE_OTHER = "the other team changes the colour of its last match"


class Strength(Enum):
    """The strength of a player's colour preference, derived from the colours they have had."""

    NONE = "none"
    MILD = "mild"
    STRONG = "strong"
    ABSOLUTE = "absolute"
