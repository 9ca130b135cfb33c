"""The methods, orders, grounds and criteria of decisions, as enumerations.

The value of each member is its public code in JSON, which stays the same when the member is
renamed. The criteria that the engine needs to pair a round are in ``criteria``.
"""

from __future__ import annotations

from enum import Enum

# --- groups and pairs ----------------------------------------------------------------------


class MedianSide(Enum):
    """The position of a scoregroup relative to the median group."""

    ABOVE = "above"  # Above the median group.
    BELOW = "below"  # Below the median group.
    MEDIAN = "median"  # The median group.


class PairMethod(Enum):
    """The rule that determined the two participants of a pair."""

    ORDER = "order"  # The opponent is the first possible one in an order of candidates.
    MDP = "mdp"  # The opponent of an MDP.
    HALVES = "halves"  # The upper half of a bracket or group is paired with the lower half.
    REQUIRED = "required"  # The pair was fixed before the round was paired.
    # The opponent has the largest possible number in the bracket.
    BRACKET_NUMBERS = "bracket_numbers"
    SUBGROUPS = "subgroups"  # The opponent is the first possible one in the other subgroup.
    IDENTIFIER = "identifier"  # The pair is in the first of the best pairings.
    ODD_MAN = "odd_man"  # The opponent of an odd man.
    BERGER_TABLE = "berger_table"  # The round-robin table pairs them, and the chooser has White.


class CandidateOrder(Enum):
    """The order in which candidates were considered until one was chosen."""

    LAST_TWO = "last_two"  # Only these two are left.
    OTHER_HALF = "other_half"  # The other half is considered from its first member.
    OWN_HALF = "own_half"  # The same half is considered from its end.
    HIGHEST = "highest"  # The highest-ranked members come first.
    LOWEST = "lowest"  # The lowest-ranked members come first.
    # The smallest TPNs come first, if possible due the other colour.
    HIGHEST_NUMBERED = "highest_numbered"
    # The largest TPNs come first, if possible due the other colour.
    LOWEST_NUMBERED = "lowest_numbered"
    FLOATERS = "floaters"  # Floaters come after all members of the group.
    LAST = "last"  # The end of the list comes first.
    HALVES_OF_LIST = "halves_of_list"  # The upper half of the list meets the lower half.
    ROW = "other_column"  # The other column is considered from its first player.
    OWN_COLUMN = "own_column"  # The player's own column is considered.
    # The highest ratings come first, if possible due the other colour.
    HIGHEST_RATING = "highest_rating"
    LOWEST_RATING = "lowest_rating"  # The lowest ratings due the dominating colour come first.
    MOVED_UP = "moved_up"  # The opponent was moved up for this player.


class HalvesPlacing(Enum):
    """The step of the procedure that produced a pair between the two halves."""

    IN_ORDER = "in_order"  # The halves are paired in order.
    TRANSPOSED = "transposed"  # The lower half was transposed.
    AFTER_EXCHANGE = "after_exchange"  # Players were exchanged between the halves.


class Placing(Enum):
    """The way in which a pair departs from consecutive order.

    In consecutive order, the two halves are paired from the top down.
    """

    CONSECUTIVE = "in_order"  # The halves are paired in consecutive order.
    TRANSPOSED = "transposed"  # The bottom half was transposed.
    INTERCHANGED = "interchanged"  # Players were interchanged between the halves.


class Criterion(Enum):
    """The criteria that decide between two complete pairings, in descending priority."""

    FEWEST_ODD_MEN = "fewest_odd_men"  # As few as possible are paired below their scoregroup.
    NEAREST = "nearest_group"  # Odd men are paired in the nearest scoregroup possible.
    UNFINISHED = "unfinished_game"  # No one with an unfinished game is an odd man.
    ODD_MAN_ONCE = "odd_man_once"  # No one is an odd man, or meets one, twice.
    WISH = "request"  # Participants who asked not to meet are kept apart.
    LOWEST_ODD_MAN = "lowest_odd_man"  # The lowest-ranked member is the odd man.
    # The odd man meets an opponent who is due the opposite colour.
    OPPONENT_DUE_OPPOSITE = "opponent_due_opposite_colour"
    HIGHEST_OPPONENT = "highest_opponent"  # The odd man meets the highest-ranked opponent.
    EQUALISE = "equalise"  # As many as possible get the equalising colour.
    THIRD_COLOUR = "third_colour"  # No one has the same colour three times in a row.
    INTERCHANGE = "interchange"  # As few as possible are interchanged between the halves.
    ALTERNATE = "alternate"  # As many as possible get the alternating colour.
    CONSECUTIVE = "consecutive"  # The halves are paired in consecutive order.


# --- floaters ------------------------------------------------------------------------------


class FloatMethod(Enum):
    """The rule by which a participant is paired outside its group."""

    GROUP = "group"  # A team leaves its group, or a floater floats on.
    BRACKET = "bracket"  # A player is unpaired and downfloats to the next bracket.
    MEDIAN = "median"  # A player leaves the group for the next one towards the median.
    UPFLOATER = "upfloater"  # A player upfloats to a higher bracket.
    UPFLOATER_SET = "upfloater_set"  # A member of the best set of upfloaters upfloats.
    ODD_MAN = "odd_man"  # An odd man is paired in a lower scoregroup.
    MOVED_UP = "moved_up"  # A player moves up to meet one player or to join an odd group.
    MOVED_DOWN = "moved_down"  # A player cannot be paired in the group.


class UnpairedGround(Enum):
    """The reason why a group cannot pair all its players with each other and needs floaters."""

    ODD_NUMBER = "odd_number"  # The number of players is odd.
    CANNOT_BE_PAIRED = "cannot_be_paired"  # The players cannot all be paired with each other.
    NEEDED_BELOW = "needed_below"  # Otherwise not everyone below could be paired.


class FloaterType(Enum):
    """The four types of floaters, with the most disadvantaged type first."""

    A = "a"
    """A player who floated into the group and has no possible opponent in the next group."""
    B = "b"
    """A player who floated into the group and has a possible opponent in the next group."""
    C = "c"
    """A player of the group who has no possible opponent in the next group."""
    D = "d"
    """A player of the group who has a possible opponent in the next group."""


class FloatCause(Enum):
    """The reason why a player floats out of a group."""

    MET_ALL = "met_all"  # No possible opponent is left in the scoregroup.
    TWO_MORE = "colour_difference"  # No opponent allows the other colour after two more of one.
    TWICE_RUNNING = "same_colour_twice"  # No opponent allows the other colour after two in a row.
    EVEN = "odd_number"  # The number of players is odd.
    SURPLUS = "surplus"  # Not everyone can be paired within the scoregroup.


# --- byes ----------------------------------------------------------------------------------


class ByeMethod(Enum):
    """The rule by which the receiver of the bye was chosen."""

    RANKING = "ranking"  # The last of the ranking or of the initial list gets it.
    DESPITE_FORFEITS = "despite_forfeits"  # The last team gets it although it has won by forfeits.
    SCORE = "score"  # A player with the lowest possible score, or the last unpaired one, gets it.
    ORDER = "order"  # The first eligible player in an order gets it before the round is paired.
    RATING = "rating"  # The lowest-rated player of the lowest possible scoregroup gets it.
    LOWEST_RATING = "lowest_rating"  # The lowest-rated player of all gets it, in round 1.
    LOWEST_SCOREGROUP = "lowest_scoregroup"  # A player of the lowest possible scoregroup gets it.
    BERGER_TABLE = "berger_table"  # The round-robin table has no opponent for this number.


class ByeStep(Enum):
    """The criterion that ranked the receiver of the bye ahead of the next player in the order."""

    NOBODY_ELSE = "nobody_else"  # No one else is eligible.
    LOWEST_SCORE = "lowest_score"  # The receiver has the lowest score.
    MOST_GAMES = "most_games"  # Of that score, the receiver has played the most games.
    LOWEST_RANKED = "lowest_ranked"  # Of these, the receiver is ranked lowest.


class ByeGround(Enum):
    """The criterion that decided the bye among players of the lowest scoregroup."""

    RATING = "rating"  # The receiver has the lowest rating.
    COLOUR = "colour"  # The receiver is due the dominating colour.
    ARO = "aro"  # The receiver has the highest ARO.
    ALPHABET = "alphabet"  # The receiver comes last in alphabetical order.


# --- colours -------------------------------------------------------------------------------


class ColourGround(Enum):
    """The rule that decided the colours of a pair by their colour histories."""

    LOT = "lot"  # The drawing of lots decides.
    LIMITS = "limits"  # Only one allocation keeps the colour limits.
    EQUALISE = "equalise"  # This equalises the colours.
    ALTERNATE = "alternate"  # Colours alternate from the latest difference.
    BALANCE_HIGHER = "balance_higher"  # The higher-ranked participant gets the balancing colour.
    ALTERNATE_HIGHER = "alternate_higher"  # The higher-ranked participant alternates.
    DUE = "due"  # Both get their due colour.
    DUE_OF_HIGHER = "due_of_higher"  # The higher-ranked player gets the due colour.
    DUE_OF_LOWER = "due_of_lower"  # The lower-ranked player gets the due colour.
    # Lots decide the first pair, and colours alternate down the list.
    LOT_OF_PAIRS = "lot_of_pairs"
    COLUMN = "column"  # Each player gets the colour of their column.
    HIGHER_ARO = "higher_aro"  # White goes to the higher ARO.
    LOWER_RATING = "lower_rating"  # White goes to the lower rating.
    ALPHABET = "alphabet"  # White goes to the first in alphabetical order.


class DueGround(Enum):
    """The rule that decided the colours of a pair by their due colours."""

    LOT = "lot"  # The lot of the first round decides.
    EQUALISE = "equalise"  # This equalises the numbers of Whites and Blacks.
    NO_THIRD = "no_third"  # This avoids a third colour in a row.
    # The higher-ranked participant gets the equalising colour.
    HIGHER_EQUALISES = "equalise_higher"
    ALTERNATE = "alternate"  # This continues the alternation of colours.
    HIGHER_ALTERNATES = "alternate_higher"  # The higher-ranked participant alternates.
    NOTHING_DUE = "nothing_due"  # Neither has had a colour.
    AT_THE_BOARD = "at_the_board"  # Lots were drawn at the board.


class ColourNeed(Enum):
    """The reason why a participant needs a colour."""

    LIMIT = "limit"  # The colour limits allow no other colour.
    DUE = "due"  # The participant is due the colour.
    COLUMN = "column"  # The participant is in the column of the colour.
