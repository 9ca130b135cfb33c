"""Our records behave as the frozen dataclasses of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle

import pytest

from topboard._frozen import dataclass, field, fields, replace


@dataclass(frozen=True, slots=True)
class Empty:
    """No field."""


@dataclass(frozen=True, slots=True)
class Ours:
    """Fields without and with defaults."""

    a: int
    b: str = "b"
    c: list[int] = field(default_factory=list)

    @property
    def twice(self) -> int:
        """A property stays."""
        return 2 * self.a


@dataclass(frozen=True, slots=True)
class Longer(Ours):
    """More fields than its base."""

    d: int = 4


@dataclass(frozen=True, slots=True)
class Checked:
    """A value that looks at itself."""

    a: int

    def __post_init__(self) -> None:
        if self.a < 0:
            raise ValueError("negative")

    def __repr__(self) -> str:
        return f"<{self.a}>"


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """As ``Ours``, by the standard library."""

    a: int
    b: str = "b"
    c: list[int] = dataclasses.field(default_factory=list)


def test_values_are_created_by_position_and_by_name_with_defaults() -> None:
    made = Ours(1, c=[3])

    assert (made.a, made.b, made.c, made.twice) == (1, "b", [3], 2)
    assert Ours(1).c is not Ours(1).c
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'a'"):
        Ours()
    with pytest.raises(TypeError, match="unexpected keyword argument 'e'"):
        Ours(1, e=2)


def test_values_are_equal_if_class_and_content_are_equal() -> None:
    assert Ours(1) == Ours(1)
    assert Ours(1) != Ours(2)
    assert Ours(1) != Longer(1)
    assert Empty() == Empty()
    assert Checked(1) == Checked(1)
    assert len({Checked(1), Checked(1), Checked(2)}) == 2
    assert len({Empty(), Empty()}) == 1


def test_values_are_frozen_and_accept_no_other_attributes() -> None:
    made = Ours(1)

    with pytest.raises(dataclasses.FrozenInstanceError, match="'a'"):
        made.a = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="'other'"):
        made.other = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="'a'"):
        del made.a
    assert not hasattr(made, "__dict__")


def test_values_print_like_dataclasses_unless_they_define_their_own_repr() -> None:
    assert repr(Ours(1)) == repr(Theirs(1)).replace("Theirs", "Ours")
    assert repr(Empty()) == "Empty()"
    assert repr(Checked(1)) == "<1>"


def test_a_value_may_refuse_invalid_content_after_init() -> None:
    with pytest.raises(ValueError, match="negative"):
        Checked(-1)
    with pytest.raises(ValueError, match="negative"):
        replace(Checked(1), a=-1)


def test_a_subclass_has_its_own_and_the_inherited_fields() -> None:
    made = Longer(1, d=5)

    assert [one.name for one in fields(Longer)] == ["a", "b", "c", "d"]
    assert (made.a, made.d) == (1, 5)
    assert isinstance(made, Ours)
    assert replace(made, a=2) == Longer(2, d=5)


def test_values_can_be_pickled_copied_and_matched() -> None:
    made = Longer(1, "x", [2], 3)

    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.copy(made) == made
    assert copy.deepcopy(made) == made
    match made:
        case Ours(a, b):
            assert (a, b) == (1, "x")


def test_the_standard_library_treats_values_as_dataclasses() -> None:
    made = Ours(1)

    assert dataclasses.is_dataclass(made)
    assert [one.name for one in dataclasses.fields(made)] == ["a", "b", "c"]
    assert dataclasses.fields(Ours)[1].default == "b"
    assert dataclasses.fields(Ours)[2].default_factory is list
    assert dataclasses.replace(made, a=2) == Ours(2)
    assert dataclasses.asdict(made) == dataclasses.asdict(Theirs(1))
    assert str(inspect.signature(Ours)).startswith("(a, b='b', c=")


def test_only_frozen_classes_with_slots_are_accepted() -> None:
    with pytest.raises(TypeError, match="frozen"):
        dataclass(frozen=False, slots=True)


def test_a_default_in_the_signature_is_the_actual_default() -> None:
    given = inspect.signature(Ours).parameters["c"].default
    assert [Ours(1, c=given).c for _ in range(30)] == [[]] * 30
    assert Ours(1, "b", given).c is not Ours(1, "b", given).c
