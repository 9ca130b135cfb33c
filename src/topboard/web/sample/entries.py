"""The invented participants of the sample events."""

from __future__ import annotations

from topboard.model import Number, Player, Rating, Team
from topboard.systems.common.ratings import default_rating_kind

# Each line has a name, a federation, a FIDE title and a FIDE rating, or 0 for none.
OPEN_PLAYERS = """
Halvorsen, Erik; NOR; GM; 2568
Okonkwo, Chidi; NGR; IM; 2481
Petrosyan, Narek; ARM; GM; 2534
MacIsaac, Fiona; CAN; IM; 2433
Lindgren, Oskar; SWE; IM; 2417
Duarte, Mateus; BRA; FM; 2342
Tremblay, Julien; CAN; IM; 2398
Weiss, Katharina; GER; WGM; 2356
Nakagawa, Ren; JPN; FM; 2310
Fitzgerald, Aoife; IRL; WIM; 2214
Sokolova, Daria; CAN; FM; 2287
Boudreau, Marc-Antoine; CAN; FM; 2275
Grant, Malcolm; SCO; CM; 2208
Haddad, Karim; CAN; FM; 2251
Vasquez, Ignacio; CHI; ; 2189
Chen, Olivia; CAN; WFM; 2143
Rasmussen, Mikkel; DEN; CM; 2176
O'Leary, Sean; CAN; ; 2158
Banerjee, Arjun; IND; ; 2131
Novak, Tereza; CZE; WCM; 2064
LeBlanc, Sophie; CAN; ; 2097
Whitfield, George; ENG; ; 2083
Kaminski, Pawel; POL; ; 2055
Singh, Harpreet; CAN; ; 2031
Doucet, Emile; CAN; ; 2012
Yilmaz, Deniz; TUR; ; 1988
Arsenault, Camille; CAN; ; 1964
Park, Jisoo; KOR; ; 1951
Murphy, Declan; CAN; ; 1932
Costa, Beatriz; POR; ; 1908
Fraser, Angus; CAN; ; 1889
Gallant, Noah; CAN; ; 1861
Van der Meer, Lotte; NED; ; 1847
Osei, Kwame; CAN; ; 1815
Bernier, Lucie; CAN; ; 1792
Jackson, Tyler; USA; ; 1766
Comeau, Thierry; CAN; ; 1730
Sinclair, Isla; CAN; ; 1694
Roy, Priya; CAN; ; 0
"""
LATE_PLAYER = "Marchetti, Luca; ITA; FM; 2296"

# The ratings are those of the Chess Federation of Canada.
WEEKEND_PLAYERS = """
Gauthier, Philippe; CAN; ; 2231
Ostrowski, Adam; CAN; ; 2184
Mackenzie, Rory; CAN; ; 2147
Iyer, Meera; CAN; ; 2102
Beaulieu, Hugo; CAN; ; 2065
Thompson, Claire; CAN; ; 2018
Zhang, Wei; CAN; ; 1990
Kovalenko, Taras; CAN; ; 1957
Pelletier, Anne; CAN; ; 1921
Reid, Stewart; CAN; ; 1886
Abdi, Hodan; CAN; ; 1854
Friesen, Jakob; CAN; ; 1822
Lavoie, Maxime; CAN; ; 1787
Morrison, Beth; CAN; ; 1741
Santos, Rafael; CAN; ; 1702
Wong, Emily; CAN; ; 1663
Cardinal, Jesse; CAN; ; 1608
Hughes, Oliver; CAN; ; 1541
Desjardins, Mia; CAN; ; 0
"""

# A team, its federation and its captain are followed by its roster, best board first.
TEAMS = """
Norway; NOR; Berg, Tone
  Aasen, Sindre 2561, Dahl, Henrik 2517, Nygaard, Ola 2488, Moen, Silje 2402, Lie, Jonas 2377
Canada; CAN; Fortin, Guy
  Leclerc, Antoine 2544, Rahman, Zain 2509, Whyte, Cameron 2463, Liu, Grace 2431, Ross, Ewan 2390
Iceland; ISL; Helgason, Pall
  Jonsson, Bjarni 2529, Magnusdottir, Edda 2465, Einarsson, Kari 2452, Olafsson, Atli 2419, \
Karlsson, Runar 2361
Ireland; IRL; Walsh, Nuala
  Byrne, Conor 2496, Kelly, Oisin 2447, Quinn, Niamh 2391, Doyle, Fergal 2368, Nolan, Maeve 2302
Scotland; SCO; Drummond, Iain
  Cameron, Neil 2478, Baird, Struan 2441, Lennox, Kirsty 2386, Muir, Hamish 2350, Gunn, Ailsa 2291
Portugal; POR; Teixeira, Rui
  Fonseca, Tiago 2462, Moura, Andre 2423, Pires, Ines 2399, Rocha, Nuno 2334, Leal, Carlota 2285
Denmark; DEN; Holm, Birgit
  Kjaer, Anders 2455, Lund, Frederik 2428, Toft, Emilie 2372, Bech, Soren 2341, Vinther, Maja 2266
Faroe Islands; FAI; Joensen, Petur
  Poulsen, Hogni 2387, Rasmusdottir, Bara 2321, Djurhuus, Teitur 2298, Olsen, Jakup 2244, \
Heinesen, Rannva 2190
Bermuda; BER; Tucker, Alva
  Outerbridge, Miles 2308, Simons, Delia 2254, Trott, Marcus 2197, Burgess, Nina 2148, \
Swan, Theo 2085
Greenland; GRL; Kleist, Aviaja
  Lynge, Malik 2241, Petersen, Nivi 2189, Motzfeldt, Inuk 2132, Heilmann, Pipaluk 2090, \
Egede, Aqqaluk 2011
"""


def build_open_players() -> tuple[Player, ...]:
    """Return the players who enter the sample open in time."""
    return tuple(
        _parse_player(number, line) for number, line in enumerate(_lines(OPEN_PLAYERS), start=1)
    )


def build_late_player() -> Player:
    """Return the player who enters the sample open after round 1."""
    return _parse_player(1, LATE_PLAYER)


def build_weekend_players() -> tuple[Player, ...]:
    """Return the players of the sample weekend Swiss, who have Canadian ratings."""
    return tuple(
        _parse_player(number, line, rating_list="CFC")
        for number, line in enumerate(_lines(WEEKEND_PLAYERS), start=1)
    )


def build_teams() -> tuple[Team, ...]:
    """Return the sample teams, each with four boards and a reserve."""
    lines, teams, person = _lines(TEAMS), list[Team](), 1
    for number, (about, roster) in enumerate(zip(lines[::2], lines[1::2], strict=True), start=1):
        name, federation, captain = about.split("; ")
        parts = roster.split(", ")
        players = []
        for family, given in zip(parts[::2], parts[1::2], strict=True):
            given_name, _, rating = given.rpartition(" ")
            full_name = f"{family}, {given_name}"
            players.append(Player(Number(person), full_name, int(rating), federation=federation))
            person += 1
        teams.append(
            Team(Number(number), name, tuple(players), federation=federation, captain=captain)
        )
    return tuple(teams)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def _parse_player(number: int, line: str, rating_list: str = "FIDE") -> Player:
    name, federation, title, rating = line.split("; ")
    kind = default_rating_kind(rating_list)
    ratings = (Rating(int(rating), rating_list, kind),) if int(rating) else ()
    return Player(Number(number), name, title=title, federation=federation, ratings=ratings)
