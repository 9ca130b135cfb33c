"""A published round carries its proof in the journal, and loses it when it is changed."""

from __future__ import annotations

import json

import pytest

from tests.event.sessions import CONTEXT, DIRECTOR, PANEL, SECTION, Play, cfc_event, olympiad_event
from topboard._frozen import replace
from topboard.cli import main
from topboard.errors import ConfirmationNeeded
from topboard.event import actions, proofs
from topboard.event.codec import dump_record_as_json, load_stored_action
from topboard.event.entries import Entry
from topboard.event.proofs import (
    check_proof_of_replayed_round,
    describe_whether_round_is_proved,
    format_proof_with_tournament_data,
)
from topboard.event.reducer import apply_next_entry_to_event
from topboard.event.replay import replay_round, replay_rounds
from topboard.model import Number
from topboard.proof.verify import NotProved, verify
from topboard.storage.session import JournalSession


def last_publication(play: Play) -> actions.PublishRound:
    """The last publication in the journal."""
    act = play.entries[-1].act
    assert isinstance(act, actions.PublishRound)
    return act


@pytest.fixture
def play() -> Play:
    made = olympiad_event("olympiad_2022", 9)
    made.publish()
    return made


def test_the_journal_stores_the_proof_without_the_facts(play):
    proof = json.loads(last_publication(play).proof)

    assert proof["format"] == "topboard-proof/1"
    assert [*proof["facts"]] == ["digest"]
    assert play.section.rounds[0].proof == last_publication(play).proof


def test_the_proof_and_the_journal_facts_make_a_complete_proof_file(play):
    whole = json.loads(format_proof_with_tournament_data(replay_round(play.entries, SECTION, 1)))

    assert verify(whole).proved
    assert len(whole["facts"]["event"]["teams"]) == 9


def test_replaying_the_event_checks_the_proof(play):
    [one] = replay_rounds(play.entries)
    forged = json.loads(last_publication(play).proof)
    forged["steps"] = forged["steps"][1:]

    assert check_proof_of_replayed_round(one).proved
    assert check_proof_of_replayed_round(replace(one, proof=json.dumps(forged))).refused.step == 1
    assert check_proof_of_replayed_round(replace(one, proof="")) is None
    assert not check_proof_of_replayed_round(replace(one, tables=one.tables[1:])).proved


def test_a_proof_with_different_tables_or_pairs_is_refused(play):
    """What is offered as a file has to prove the round that was played."""
    [one] = replay_rounds(play.entries)
    turned = tuple(actions.Table(t.table, t.black, t.white) for t in one.tables)
    forged = json.loads(one.proof)
    forged["pairs"][0].reverse()

    assert check_proof_of_replayed_round(replace(one, tables=turned)).refused.article
    assert check_proof_of_replayed_round(replace(one, proof=json.dumps(forged))).refused.article
    assert check_proof_of_replayed_round(replace(one, proof="{")).refused.step == 0


def test_checking_a_round_by_proof_agrees_with_pairing_it_again(play):
    [again], [by_proof] = replay_rounds(play.entries), replay_rounds(play.entries, by_proof=True)

    assert again.paired_again
    assert again.pairing_by_rules is not None
    assert not by_proof.paired_again
    assert by_proof.pairing_by_rules is None
    assert (check_proof_of_replayed_round(again), again.does_not_contradict_record) == (
        check_proof_of_replayed_round(by_proof),
        by_proof.does_not_contradict_record,
    )


def test_a_proof_supplied_with_a_publication_is_replaced():
    play = olympiad_event("olympiad_2022", 8)
    play.pair()
    play.do(actions.PublishRound(SECTION, 1, proof="{}"), PANEL)

    assert json.loads(last_publication(play).proof)["system"] == "olympiad_2022"


def test_a_changed_round_no_longer_has_a_proof(play):
    played = play.section.rounds[0]
    tables = tuple(actions.Table(t, m.black, m.white) for t, m in played.meetings.items())
    bye = next(number for number, _ in played.away)
    change = actions.ChangePublished(SECTION, 1, tables, bye, actions.ChangeGround.OTHER)
    entry = Entry(len(play.entries) + 1, CONTEXT.time, CONTEXT.who, change)
    after = apply_next_entry_to_event(play.entries, play.event, entry)

    section = after.section(SECTION)
    assert section.rounds[0].revision == 1
    assert section.rounds[0].proof == ""
    assert describe_whether_round_is_proved(play.section, played).startswith(
        "Proved: an independent checker"
    )
    assert describe_whether_round_is_proved(section, section.rounds[0]) == (
        "No proof: the arbiters changed the round after it was published."
    )


def test_a_system_without_proofs_publishes_without_one():
    play = cfc_event("cfc_team_swiss", 6)
    play.publish()

    assert last_publication(play).proof == ""
    assert "cannot be proved yet" in describe_whether_round_is_proved(
        play.section, play.section.rounds[0]
    )


def test_a_round_without_a_proof_says_why(play):
    """Whatever the reason, it is one sentence, and no round is called proved."""
    bare = replace(play.section.rounds[0], proof="")
    reasons = {
        "without one": bare,
        "paired the round by hand": replace(bare, manual=True),
        "changed the round after": replace(bare, manual=True, revision=1),
        "another program": replace(bare, digest=""),
    }
    for words, played in reasons.items():
        sentence = describe_whether_round_is_proved(play.section, played)
        assert sentence.startswith("No proof: ")
        assert words in sentence


@pytest.fixture
def doubting(monkeypatch):
    """A checker that does not follow any pairing."""

    def refuse(*_, **__):
        raise NotProved("{who} may not be chosen here", "9.3", 4, who="1-2")

    monkeypatch.setattr(proofs, "prove", refuse)


DOUBT = (
    "The proof checker does not accept this pairing (step 4, article 9.3: 1-2 may not be chosen "
    "here). Check the pairs before you publish them. Without a proof that the checker "
    "accepts, the round is published unproved. Please report this, because either the "
    "pairing or the checker is wrong."
)


@pytest.mark.usefixtures("doubting")
def test_publishing_a_round_that_the_checker_rejects_requires_confirmation():
    play = olympiad_event("olympiad_2022", 8)
    play.pair()
    entries = [*play.entries]

    with pytest.raises(ConfirmationNeeded) as asked:
        play.do(actions.PublishRound(SECTION, 1), PANEL)

    assert [problem.what for problem in asked.value.problems] == [DOUBT]
    assert play.entries == entries
    assert play.section.rounds == ()


@pytest.mark.usefixtures("doubting")
def test_a_confirmed_round_is_published_without_a_proof():
    """The arbiter's round does not wait until two programs agree."""
    play = olympiad_event("olympiad_2022", 8)
    play.pair()
    done = play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)

    assert last_publication(play).proof == ""
    assert DOUBT in done.notices


@pytest.mark.usefixtures("doubting")
def test_manual_rounds_and_systems_without_proofs_need_no_confirmation():
    play = cfc_event("cfc_team_swiss", 6)
    play.publish()
    assert len(play.section.rounds) == 1

    by_hand = cfc_event("cfc_swiss", 4)
    tables = (actions.Table(1, Number(1), Number(2)), actions.Table(2, Number(3), Number(4)))
    by_hand.by_hand(tables, authority=DIRECTOR)
    assert len(by_hand.section.rounds) == 1


@pytest.mark.usefixtures("doubting")
def test_the_command_shows_the_failed_proof_before_publishing(tmp_path, capsys):
    path = str(tmp_path / "open.topboard")

    def event(*words: str) -> int:
        return main(["event", words[0], path, *words[1:]])

    def entries_on_file() -> list[Entry]:
        with JournalSession.open(path, read_only=True) as file:
            return file.entries

    event("new", "Open", "--no-key")
    event("section", "Open", "--system", "cfc_swiss", "--rounds", "3")
    for name in ("Adams", "Baker", "Clark", "Davis"):
        event("enter", name, "--rating", str(2000 - ord(name[0])))
    event("close-entries")
    event("lot", "colour", "--colour", "white")
    assert event("pair") == 0
    entries = entries_on_file()
    capsys.readouterr()

    assert event("publish") == 3
    assert DOUBT in capsys.readouterr().err
    assert entries_on_file() == entries
    assert event("publish", "--yes") == 0
    assert DOUBT in capsys.readouterr().err
    assert len(entries_on_file()) == len(entries) + 1


def test_journals_of_earlier_versions_are_read_and_hashed_as_before():
    old = actions.PublishRound(SECTION, 1)

    assert dump_record_as_json(old) == '{"section":"Open","round":1}'
    assert load_stored_action("PublishRound", dump_record_as_json(old)) == old
