"""The methods, orders, grounds and criteria of decisions, as enumerations.

The value of each member is its public code in JSON, which stays the same when the member is
renamed. The criteria that the engine needs to pair a round are in ``criteria``.
"""

from __future__ import annotations

from enum import Enum

# --- groups and pairs ----------------------------------------------------------------------


class MedianSide(Enum):
    """The position of a scoregroup relative to the median, which decides how it is paired."""

    ABOVE = "above"  # Above the median group.
    BELOW = "below"  # Below the median group.
    MEDIAN = "median"  # The median group.


class PairMethod(Enum):
    """The rule that determined the two participants of a pair."""

    ORDER = "order"  # The first possible opponent in an order of candidates.
    MDP = "mdp"  # The opponent of a moved-down player.
    HALVES = "halves"  # The upper half of a group against the lower half.
    REQUIRED = "required"  # The pair was fixed before the round was paired.
    BRACKET_NUMBERS = "bracket_numbers"  # The largest possible number in the bracket.
    SUBGROUPS = "subgroups"  # The first possible opponent of the other subgroup.
    IDENTIFIER = "identifier"  # A top member and its opponent in the first of the best pairings.
    ODD_MAN = "odd_man"  # The opponent of an odd man.
    BERGER_TABLE = "berger_table"  # The row of a round-robin table; the chooser has White.


class CandidateOrder(Enum):
    """The order in which candidates were considered, up to the step that decided."""

    LAST_TWO = "last_two"  # No others are left.
    OTHER_HALF = "other_half"  # The other half from its first.
    OWN_HALF = "own_half"  # Its own half from the end.
    HIGHEST = "highest"  # The highest ranked of the group first.
    LOWEST = "lowest"  # The lowest ranked of the group first.
    # The highest numbered first, if possible due the other colour.
    HIGHEST_NUMBERED = "highest_numbered"
    # The lowest numbered first, if possible due the other colour.
    LOWEST_NUMBERED = "lowest_numbered"
    FLOATERS = "floaters"  # The floaters after everybody of the group.
    LAST = "last"  # The last of the list first.
    HALVES_OF_LIST = "halves_of_list"  # The upper half of the list against the lower.
    ROW = "other_column"  # The other column from its first.
    OWN_COLUMN = "own_column"  # The player's own column.
    HIGHEST_RATING = "highest_rating"  # The highest rating, if possible due the other colour.
    LOWEST_RATING = "lowest_rating"  # The lowest rating of those due the dominating colour.
    MOVED_UP = "moved_up"  # The player moved up for this one.


class HalvesPlacing(Enum):
    """The step of the procedure that produced a pair between the two halves."""

    IN_ORDER = "in_order"  # Half against half in order.
    TRANSPOSED = "transposed"  # By a transposition of the lower half.
    AFTER_EXCHANGE = "after_exchange"  # After an exchange between the halves.


class Placing(Enum):
    """How a pair relates to the consecutive order, in which the top half meets the bottom half
    player by player.
    """

    CONSECUTIVE = "in_order"  # In consecutive order.
    TRANSPOSED = "transposed"  # By a transposition.
    INTERCHANGED = "interchanged"  # By an interchange between the halves.


class Criterion(Enum):
    """The criteria that decide between two complete pairings, in descending priority."""

    FEWEST_ODD_MEN = "fewest_odd_men"  # As few as possible are paired below their score group.
    NEAREST = "nearest_group"  # Odd men are paired in the nearest group possible.
    UNFINISHED = "unfinished_game"  # Nobody with an unfinished game is an odd man.
    ODD_MAN_ONCE = "odd_man_once"  # Nobody is an odd man, or meets one, twice.
    WISH = "request"  # Those who asked for it are kept apart.
    LOWEST_ODD_MAN = "lowest_odd_man"  # The lowest ranked is the odd man.
    # The odd man meets one who is due the opposite colour.
    OPPONENT_DUE_OPPOSITE = "opponent_due_opposite_colour"
    HIGHEST_OPPONENT = "highest_opponent"  # The odd man meets the highest ranked possible.
    EQUALISE = "equalise"  # As many as possible get the equalising colour.
    THIRD_COLOUR = "third_colour"  # Nobody gets the same colour a third time running.
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
    UPFLOATER_SET = "upfloater_set"  # A member of the best set of upfloaters.
    ODD_MAN = "odd_man"  # The odd man of a group is paired in a lower one.
    MOVED_UP = "moved_up"  # For one player (an island) or for a group with an odd number.
    MOVED_DOWN = "moved_down"  # A player cannot be paired in the group.


class UnpairedGround(Enum):
    """Why a group cannot pair all its players with each other and needs floaters."""

    ODD_NUMBER = "odd_number"  # Their number is odd.
    CANNOT_BE_PAIRED = "cannot_be_paired"  # Not all of them can be paired with each other.
    NEEDED_BELOW = "needed_below"  # Those below could not be paired otherwise.


class FloaterType(Enum):
    """The four types of floaters, from the most to the least disadvantaged."""

    A = "a"
    """A player who already floated into the group and has no possible opponent in the next one."""
    B = "b"
    """A player who already floated into the group and has a possible opponent in the next one."""
    C = "c"
    """A player of the group who has no possible opponent in the next one."""
    D = "d"
    """A player of the group who has a possible opponent in the next one."""


class FloatCause(Enum):
    """Why a player leaves the group."""

    MET_ALL = "met_all"  # Nobody of the group is left to meet.
    TWO_MORE = "colour_difference"  # Two more of one colour, and nobody to have the other with.
    TWICE_RUNNING = "same_colour_twice"  # The same colour twice, and nobody to alternate with.
    EVEN = "odd_number"  # The number is odd.
    SURPLUS = "surplus"  # No pairing for all of the group.


# --- byes ----------------------------------------------------------------------------------


class ByeMethod(Enum):
    """The rule by which the receiver of the bye was chosen."""

    RANKING = "ranking"  # The last of the ranking or of the initial list.
    DESPITE_FORFEITS = "despite_forfeits"  # The same, for a team that has won by forfeits only.
    SCORE = "score"  # A player with the lowest possible score, or the last one left over.
    ORDER = "order"  # The first eligible player of an order, before the round is paired.
    RATING = "rating"  # The lowest-rated player of the lowest group with an eligible player.
    LOWEST_RATING = "lowest_rating"  # The lowest-rated player of all, in round 1.
    LOWEST_SCOREGROUP = "lowest_scoregroup"  # A player of the lowest group with an eligible one.
    BERGER_TABLE = "berger_table"  # The number without an opponent in a round-robin table.


class ByeStep(Enum):
    """The criterion that ranked the receiver of the bye ahead of the next player in the order."""

    NOBODY_ELSE = "nobody_else"  # There is nobody else.
    LOWEST_SCORE = "lowest_score"  # The lowest score.
    MOST_GAMES = "most_games"  # Of that score the most games played.
    LOWEST_RANKED = "lowest_ranked"  # Of these the lowest ranked.


class ByeGround(Enum):
    """The criterion that decided the bye among players of the lowest scoregroup."""

    RATING = "rating"  # The lowest rating.
    COLOUR = "colour"  # Due the dominating colour.
    ARO = "aro"  # The higher average of opponents.
    ALPHABET = "alphabet"  # The last in the alphabet.


# --- colours -------------------------------------------------------------------------------


class ColourGround(Enum):
    """The rule that decided the colours of a pair from their histories."""

    LOT = "lot"  # The lot.
    LIMITS = "limits"  # Only one allocation respects the limits.
    EQUALISE = "equalise"  # Equalisation.
    ALTERNATE = "alternate"  # Alternation from the latest difference.
    BALANCE_HIGHER = "balance_higher"  # Balance of the higher ranked.
    ALTERNATE_HIGHER = "alternate_higher"  # Alternation of the higher ranked.
    DUE = "due"  # Each the colour due.
    DUE_OF_HIGHER = "due_of_higher"  # The colour due to the higher ranked.
    DUE_OF_LOWER = "due_of_lower"  # The colour due to the lower ranked.
    LOT_OF_PAIRS = "lot_of_pairs"  # The lot for the first pair, by turns down the list.
    COLUMN = "column"  # The column of the due colour.
    HIGHER_ARO = "higher_aro"  # White to the higher average of opponents.
    LOWER_RATING = "lower_rating"  # White to the lower rating.
    ALPHABET = "alphabet"  # White to the first in the alphabet.


class DueGround(Enum):
    """The rule that decided the colours of a pair according to the due colours of both."""

    LOT = "lot"  # The lot for the first round.
    EQUALISE = "equalise"  # Equalisation.
    NO_THIRD = "no_third"  # No third colour running.
    HIGHER_EQUALISES = "equalise_higher"  # Equalisation of the higher ranked.
    ALTERNATE = "alternate"  # Alternation.
    HIGHER_ALTERNATES = "alternate_higher"  # Alternation of the higher ranked.
    NOTHING_DUE = "nothing_due"  # Neither has had a colour.
    AT_THE_BOARD = "at_the_board"  # The lot at the board.


class ColourNeed(Enum):
    """Why a participant needs a colour."""

    LIMIT = "limit"  # The colour limits allow no other colour.
    DUE = "due"  # The participant is due the colour.
    COLUMN = "column"  # The participant is in the column of the colour.
