"""The names of the criteria on which pairing decisions are based.

The rules cannot pair a round without these names. They are kept apart from the reasons because
pairing programs start the engine once per round without asking for reasons. The value of each
member is its public code in JSON, which stays the same when the member is renamed.
"""

from __future__ import annotations

from enum import Enum

from topboard._frozen import dataclass

# --- who may have the bye -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HadBye:
    """The obstacle that the participant has already had a bye."""

    kind = "had_bye"

    round: int


@dataclass(frozen=True, slots=True)
class WonWithoutPlaying:
    """The obstacle that the participant has won by forfeit."""

    kind = "won_by_forfeit"

    round: int


@dataclass(frozen=True, slots=True)
class BarredByRuling:
    """The obstacle that the arbiter has ruled that the participant may not receive the bye."""

    kind = "barred_by_ruling"


# --- which pairing is better --------------------------------------------------------------


class QualityCriterion(Enum):
    """The criteria that decide between two pairings of a bracket."""

    DOWNFLOATERS = "downfloaters"  # As few downfloaters as possible.
    DOWNFLOATER_SCORES = "downfloater_scores"  # The downfloaters have the lowest scores possible.
    SCORE_DIFFERENCES = "score_differences"  # The score differences are as small as possible.
    NEXT_BRACKET = "next_bracket"  # As many pairs as possible in the next bracket.
    # Those left over there have the lowest scores possible.
    NEXT_BRACKET_SCORES = "next_bracket_scores"
    BYE_UNPLAYED = "bye_unplayed_games"  # The bye goes to who has missed the fewest games.
    # No colour difference beyond two for topscorers and their opponents.
    WIDE_DIFFERENCE = "topscorer_colour_difference"
    # No third colour running for topscorers and their opponents.
    THIRD_COLOUR = "topscorer_third_colour"
    PREFERENCE = "colour_preference"  # As many colour preferences granted as possible.
    # As many strong colour preferences granted as possible.
    STRONG_PREFERENCE = "strong_colour_preference"
    DOWNFLOAT_LAST = "downfloat_one_round_ago"  # Nobody floats down who did so one round ago.
    UPFLOAT_LAST = "upfloat_one_round_ago"  # Nobody floats up who did so one round ago.
    DOWNFLOAT_BEFORE = "downfloat_two_rounds_ago"  # Nobody floats down who did so two rounds ago.
    UPFLOAT_BEFORE = "upfloat_two_rounds_ago"  # Nobody floats up who did so two rounds ago.
    # Small score differences of those who floated down one round ago.
    DIFFERENCE_DOWN_LAST = "score_difference_downfloat_one_round_ago"
    # Small score differences of those who floated up one round ago.
    DIFFERENCE_UP_LAST = "score_difference_upfloat_one_round_ago"
    # Small score differences of those who floated down two rounds ago.
    DIFFERENCE_DOWN_BEFORE = "score_difference_downfloat_two_rounds_ago"
    # Small score differences of those who floated up two rounds ago.
    DIFFERENCE_UP_BEFORE = "score_difference_upfloat_two_rounds_ago"
    UPFLOATERS = "upfloaters"  # As few upfloaters as possible.
    UPFLOATER_SCORES = "upfloater_scores"  # The upfloaters have the highest scores possible.
    MAXIMUM_UPFLOATERS = "maximum_upfloaters"  # As few maximum upfloaters as possible.
    # As few earlier upfloats of maximum upfloaters as possible.
    UPFLOATS_OF_MAXIMUM = "upfloats_of_maximum_upfloaters"
    UPFLOATER_SET = "upfloater_set"  # The first set of upfloaters.
    MOVED_DOWN_SET = "mdp_set"  # The highest ranked of those moved down are paired.
    MOVED_DOWN_OPPONENTS = "mdp_opponents"  # Those moved down meet the highest ranked residents.
    EXCHANGE = "exchange"  # The smallest exchange between the halves.
    TRANSPOSITION = "transposition"  # The smallest transposition of the lower half.
    # The following scoregroup needs no more upfloaters than its number asks for.
    FOLLOWING_GROUP = "following_scoregroup"
    UPFLOATER_FLOATED = "upfloater_floated"  # No upfloater floated one round ago.
    OPPONENT_FLOATED = "opponent_floated"  # No opponent of an upfloater floated one round ago.
    IDENTIFIER = "identifier"  # The smallest identifier.
    # The largest numbers as opponents of the smallest.
    OPPONENT_NUMBERS = "opponent_bracket_numbers"


# --- who has which colour -----------------------------------------------------------------


class PreferenceGround(Enum):
    """The rule that decided the colours of a pair."""

    BOTH_GRANTED = "both_granted"  # Both have what they prefer.
    STRONGER = "stronger"  # The stronger preference.
    ALTERNATE = "alternate"  # The latest round with different colours.
    HIGHER_RANKED = "higher_ranked"  # The preference of the higher ranked.
    INITIAL_COLOUR = "initial_colour"  # The initial colour.


class MatchColourGround(Enum):
    """The rule that decided the colours of a match, which are those of its first board or first
    game.
    """

    INITIAL_COLOUR = "initial_colour"  # The initial colour.
    ONLY_PREFERENCE = "only_preference"  # Only one of the two prefers a colour.
    BOTH_GRANTED = "both_granted"  # Both have what they prefer.
    ONLY_STRONG = "only_strong"  # Only one of the two preferences is strong.
    LOWER_DIFFERENCE = "lower_difference"  # White to the lower colour difference.
    FEWER_WHITES = "fewer_whites"  # White to who has had it less often.
    LAST_DIFFERENCE = "last_difference"  # The latest match with different colours.
    FIRST_PREFERENCE = "first_preference"  # The preference of the first-team.
    ALTERNATE_FIRST = "alternate_first"  # The first-team changes the colour of its last match.
    ALTERNATE_OTHER = "alternate_other"  # The other team changes the colour of its last match.


class Strength(Enum):
    """The strength of a player's colour preference, derived from the colours they have had."""

    NONE = "none"
    MILD = "mild"
    STRONG = "strong"
    ABSOLUTE = "absolute"
