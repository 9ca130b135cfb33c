"""The names of the criteria on which pairing decisions are based.

They are in a separate module so that a round can be paired without loading the other reasons. The
value of each member is its public code in JSON, which stays the same when the member is renamed.
"""

from __future__ import annotations

from enum import Enum

from topboard._frozen import dataclass

# --- who may have the bye -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByeBarAlreadyHadBye:
    """The obstacle that the participant has already had a bye."""

    kind = "had_bye"

    round: int


@dataclass(frozen=True, slots=True)
class ByeBarWonWithoutPlaying:
    """The obstacle that the participant has won by forfeit."""

    kind = "won_by_forfeit"

    round: int


@dataclass(frozen=True, slots=True)
class ByeBarRuling:
    """The obstacle that a ruling bars the participant from the bye."""

    kind = "barred_by_ruling"


# --- which pairing is better --------------------------------------------------------------


class QualityCriterion(Enum):
    """The criteria that decide between two pairings of a bracket."""

    DOWNFLOATERS = "downfloaters"  # Use as few downfloaters as possible.
    DOWNFLOATER_SCORES = "downfloater_scores"  # Downfloaters have the lowest scores possible.
    SCORE_DIFFERENCES = "score_differences"  # Score differences are as small as possible.
    NEXT_BRACKET = "next_bracket"  # The next bracket has as many pairs as possible.
    # Players unpaired there have the lowest scores possible.
    NEXT_BRACKET_SCORES = "next_bracket_scores"
    BYE_UNPLAYED = "bye_unplayed_games"  # The bye goes to a player with the fewest unplayed games.
    # No topscorer or opponent gets a colour difference beyond two.
    WIDE_DIFFERENCE = "topscorer_colour_difference"
    # No topscorer or opponent gets a third colour in a row.
    THIRD_COLOUR = "topscorer_third_colour"
    PREFERENCE = "colour_preference"  # Grant as many colour preferences as possible.
    # Grant as many strong colour preferences as possible.
    STRONG_PREFERENCE = "strong_colour_preference"
    DOWNFLOAT_LAST = "downfloat_one_round_ago"  # No one downfloats who downfloated one round ago.
    UPFLOAT_LAST = "upfloat_one_round_ago"  # No one upfloats who upfloated one round ago.
    # No one downfloats who downfloated two rounds ago.
    DOWNFLOAT_BEFORE = "downfloat_two_rounds_ago"
    UPFLOAT_BEFORE = "upfloat_two_rounds_ago"  # No one upfloats who upfloated two rounds ago.
    # Players who downfloated one round ago have small score differences.
    DIFFERENCE_DOWN_LAST = "score_difference_downfloat_one_round_ago"
    # Players who upfloated one round ago have small score differences.
    DIFFERENCE_UP_LAST = "score_difference_upfloat_one_round_ago"
    # Players who downfloated two rounds ago have small score differences.
    DIFFERENCE_DOWN_BEFORE = "score_difference_downfloat_two_rounds_ago"
    # Players who upfloated two rounds ago have small score differences.
    DIFFERENCE_UP_BEFORE = "score_difference_upfloat_two_rounds_ago"
    UPFLOATERS = "upfloaters"  # Use as few upfloaters as possible.
    UPFLOATER_SCORES = "upfloater_scores"  # Upfloaters have the highest scores possible.
    MAXIMUM_UPFLOATERS = "maximum_upfloaters"  # As few maximum upfloaters as possible upfloat.
    # Maximum upfloaters have as few earlier upfloats as possible.
    UPFLOATS_OF_MAXIMUM = "upfloats_of_maximum_upfloaters"
    UPFLOATER_SET = "upfloater_set"  # The first set of upfloaters is chosen.
    MOVED_DOWN_SET = "mdp_set"  # The highest-ranked MDPs are paired.
    MOVED_DOWN_OPPONENTS = "mdp_opponents"  # MDPs meet the highest-ranked residents.
    EXCHANGE = "exchange"  # The exchange between the halves is as small as possible.
    TRANSPOSITION = "transposition"  # The transposition of the lower half is the first possible.
    # The following scoregroup needs no more upfloaters than its size requires.
    FOLLOWING_GROUP = "following_scoregroup"
    UPFLOATER_FLOATED = "upfloater_floated"  # No upfloater floated one round ago.
    OPPONENT_FLOATED = "opponent_floated"  # No opponent of an upfloater floated one round ago.
    IDENTIFIER = "identifier"  # The pairing with the smallest identifier is chosen.
    # The smallest numbers meet the largest possible numbers.
    OPPONENT_NUMBERS = "opponent_bracket_numbers"


# --- who has which colour -----------------------------------------------------------------


class PreferenceGround(Enum):
    """The rule that decided the colours of a pair."""

    BOTH_GRANTED = "both_granted"  # Both preferences are granted.
    STRONGER = "stronger"  # The stronger preference is granted.
    ALTERNATE = "alternate"  # Colours alternate from the latest round with different ones.
    HIGHER_RANKED = "higher_ranked"  # The preference of the higher-ranked player is granted.
    INITIAL_COLOUR = "initial_colour"  # The initial colour decides.


class MatchColourGround(Enum):
    """The rule that decided the colours of a match on its first board or in its first game."""

    INITIAL_COLOUR = "initial_colour"  # The initial colour decides.
    ONLY_PREFERENCE = "only_preference"  # Only one of the two has a colour preference.
    BOTH_GRANTED = "both_granted"  # Both preferences are granted.
    ONLY_STRONG = "only_strong"  # Only one of the two preferences is strong.
    LOWER_DIFFERENCE = "lower_difference"  # White goes to the lower colour difference.
    FEWER_WHITES = "fewer_whites"  # White goes to the player who has had fewer Whites.
    # Colours alternate from the latest match with different ones.
    LAST_DIFFERENCE = "last_difference"
    FIRST_PREFERENCE = "first_preference"  # The preference of the first-team is granted.
    ALTERNATE_FIRST = "alternate_first"  # The first-team alternates from its last match.
    ALTERNATE_OTHER = "alternate_other"  # The other team alternates from its last match.


class Strength(Enum):
    """The strength of a player's colour preference, derived from the colours they have had."""

    NONE = "none"
    MILD = "mild"
    STRONG = "strong"
    ABSOLUTE = "absolute"
