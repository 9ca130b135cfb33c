"""The table of acts: each verb, the act it makes, its words, and what it asks for.

A verb with two acts makes the second where it cancels; one without has a function of its own.
Below it stand the fields as in a synopsis, in the order of the act's fields, each on a line of its
own where it has help. ``by=WHO`` names what stands in a place, ``@last`` is known without asking,
``!`` must be said, ``...`` may be said again, and of those with ``|`` before them exactly one is.
"""

from __future__ import annotations

from topboard.event.arguments import parse_verbs

_OF_A_COMPETITOR = """\
  --rating TEXT  a number, or with lists, as in 'FIDE 2000, FIDE rapid 2026-11 1950'; 0: none
  --title TEXT --federation TEXT --fide-id TEXT --sex TEXT --birth TEXT --letter TEXT
  --short-name TEXT --captain TEXT --club TEXT --national-id TEXT
  --contact TEXT  how to reach the person: for the arbiters only
  --region TEXT  region, city or family, separated by commas; a fact, not a request
  --previous-standing PLACE  of a team in the last event; 0: none
  --player NAME;RATING;TITLE;SEX;ID...  a member of the team, in board order"""

_SYNOPSIS = f"""\
new: Begin an event in a new file.
  NAME --city TEXT --federation TEXT --start TEXT --end TEXT
  --chief-arbiter TEXT --time-control TEXT --venue TEXT --organiser TEXT --deputies NAME...
  --time-zone ZONE  of the clocks of the event, as in America/Toronto
  --no-key  publications are not to be signed
details: Change the details of the event: place, days, people, time control.
  --name NAME --city TEXT --venue TEXT --federation TEXT --start DAY --end DAY
  --chief-arbiter NAME --deputies NAME... --organiser TEXT --time-control TEXT
  --time-zone ZONE  of the clocks of the event, as in America/Toronto
visibility: Make the event public or private.
  visibility=public|private  private: the public pages answer as if there were no such event
schedule: Put down when the rounds of a section begin.
  STARTS*  for each round a day, or a day with its time: '2026-05-01 18:30'
  --every TIME  from the only start that is given on: 1d, 4h, 3h 30m …
  --time-zone ZONE  else that of the event
categories: Settle the categories of a section: all of them, each by what is said of it.
  LINES*  U16, 50+, U1800, 1600-1799, women, unrated, 'Girls = U16 women', 'Town = label town'
  --day DAY  on which ages are counted; else as FIDE does it, in the year of the first day
label LabelCompetitors: Put a label on some competitors, and on no others.
  LABEL numbers=WHOM*
settle-prizes: Settle the prizes of a section: all of them, each with its place.
  LINES*  '1: 500 and a cup', '2-4: 100', 'U16 1: 80'
  --sharing equally|tie-break  what equal points do; equally unless it is said
  --currency TEXT
  --decimals N  digits behind the point; 2 unless it is said
key: Make a key beside the journal: it signs the publications from here on.
  --old-key FILE  the key before it, which signs the new one
sign: Sign everything in the journal up to now.
section: Add a section, or change one that is there.
  NAME
  --system NAME  of a new section; fide_dutch_2026 unless it is said
  --rounds N --boards N --variation NAME... --tie-break NAME... --unrated-as RATING
  --points W,D,L[,BYE]  of a game; '': as the system says
  --match-points W,D,L  of a match; '': as the system says
  --tie-break-edition YEAR  FIDE's tie-breaks by the text of that year; '': of the first day
  --rating-order LISTS  which rating counts, as in 'FIDE rapid, FIDE'; '': as the system says
take-over: Go on with a section that was begun in another program: entries, rounds and results.
  NAME
  SOURCE  a TRF or JSON file
  --system NAME  else the one that the file names
  --accept-points  the results count, whatever points the file has
announce Announce: Announce the variations and tie-breaks: they are frozen.
  --how TEXT
leave-fide-mode LeaveFideMode: Do without FIDE mode from here on, for good.
close: Close the event for good.
enter: Enter a player or a team.
  NAME
{_OF_A_COMPETITOR}
  --late ROUND  the first round, after closing
  --last-number  late: the last number, not the place that the rating earns
  --pairing-score POINTS  a score for pairing only
change: Change what is on record about a competitor.
  WHOM --name NAME
{_OF_A_COMPETITOR}
withdraw Withdraw: A competitor leaves.
  WHOM --from ROUND
expel Expel: Expel a competitor.
  WHOM --from ROUND
readmit Readmit: A competitor that had left takes part again.
  WHOM
close-entries: Close the entry list and give pairing numbers.
erase: Erase birth, ids and contact for good: of a competitor, or of everybody in the section.
  WHOM  a competitor, or 'all'
  --member NAME  of a team only this player
  --field birth|fide_id|national_id|contact...  only this one
renumber: Give the pairing numbers anew, by corrected data.
lot: Promise a lot, draw it, or put down one drawn by hand.
  PURPOSE  colour, equal ratings, pairing numbers …
  | --commit  make the hash of a secret seed known
  | --draw  show the seed and draw
  | --order WHOM+  as drawn by hand
  | --colour white|black  of number 1, drawn by hand
  --values POINTS+  with --order: of a tie-break from outside, as OTHER_PLAYOFF; the higher first
  --seed TEXT
present: Put down how many players of a team are here.
  WHOM+  teams, or 'all'
  --players N! --travel TEXT
  --in-time  they travel and arrive in time
except GrantException: An authority makes an exception to an article.
  WHOM ARTICLE
bye RequestBye CancelBye: A competitor is not to be paired in a round.
  WHOM ROUND --points OUTCOME --cancel
rule-bye RuleOnBye: Bar a competitor from the pairing bye, or lift the bar.
  WHOM RULING --first ROUND --last ROUND
forbid ForbidPair AllowPair: Two or more competitors may not meet each other, or ask not to.
  A B others=WHOM*
  --first ROUND --last ROUND
  --wish  a request: all who are named asked for it, and the rules decide whether it is heard
  --cancel
table FixTable: A competitor plays at a fixed table; 0 frees it.
  WHOM TABLE --ground TABLE-GROUND --note TEXT
imaginary SettleImaginary: Settle who has the imaginary points.
  numbers=WHOM*
adjust AdjustPoints: Add points by decision, or take them away.
  WHOM --match-points POINTS --game-points POINTS --from ROUND
suspend Suspend: A competitor is not paired until further notice.
  WHOM
lift LiftSuspension: Lift a suspension: an excuse is accepted.
  WHOM
pair: Pair the round to come.
  --publish  and publish it
manual: Pair by hand: begin, set the pairs, end.
  step=begin|set|end
  --pairs WHITE-BLACK+  from table 1 on
  --bye WHOM
publish PublishRound: Publish the pairing: it is locked.
  @coming
publish-line-ups PublishLineUps: Publish who plays whom at the boards of the last round.
  @last
change-published ChangePublished: Change a published pairing.
  @last
  --pairs WHITE-BLACK+  from table 1 on
  --bye WHOM --ground CHANGE-GROUND!
  --informed WHOM+  those told, of teams their captains
  --postponed-to TIME
  --agreed WHOM+  who agreed to the change
protest Protest: Put down a protest against a pairing.
  ROUND by=WHO TEXT
result: Enter, correct or remove the result of a table.
  ROUND TABLE
  RESULT*  1-0, ½-½, 2.5-1.5, 1F-0F, 2-1* …
  --boards  one result for each board
  --white WHO+  who plays for the side named first, from board 1 on; - for nobody
  --black WHO+  who plays for the other side
  --informed WHOM+  captains told of a line-up that changes after it was published
  --not-arrived  a team that lost every board by forfeit did not arrive
  --arrived  it did arrive
  --game N  of a match of two games the result of one
  --present WHITE BLACK
  --unrated  played, but not to be rated
  --rated  not played, but to be rated
  --correct --remove
  --rating-only  a correction too late for points and pairings
line-up: Record who sits at the boards of a match.
  ROUND TABLE
  --white WHO+  the team named first, from board 1 on, by number or name; - for nobody
  --black WHO+  the other team
  --informed WHOM+  captains told of a line-up that changes after it was published
undo: An entry counts as not made; the last one if none is named.
  ENTRY? --ground CHANGE-GROUND
  --informed WHOM+  captains told, or 'all', where a published pairing is undone
redo: An entry that was undone counts again.
  ENTRY?
import: Enter everybody in a CSV, XLSX, TRF or JSON file.
  SOURCE
  --ratings  a rating list: update the ratings
update-ratings: Show whose ratings are others in the rating lists; nothing is written.
  --take  write them
  --by-name  also of those who are found by name alone
  --lists DIR  where the lists are, else TOPBOARD_RATINGS
"""
VERBS = {verb.name: verb for verb in parse_verbs(_SYNOPSIS)}
