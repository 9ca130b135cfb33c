"""Column headings in lists of participants, in several languages and from other programs."""

from __future__ import annotations

from functools import lru_cache

from topboard.text.names import folded_name_parts

EXACT = {
    "g": "sex",
    "id": "fide_id",
    "cfc#": "national_id",
    "m/w": "sex",
    "m/f": "sex",
    "w/m": "sex",
}
"""Headings that mean something only as they are written, keyed in lower case."""

_HEADINGS = {
    "name": """
        name, player, player name, full name, nom, nom complet, nom et prenom, nom prenom, joueur,
        teilnehmer, spieler, name vorname, nombre, nombre completo, jugador, apellidos y nombre,
        nome, nome completo, nominativo, cognome e nome, cognome nome, giocatore, jogador, naam,
        speler, zawodnik, nazwisko i imie, nazwisko imie, namn, navn, spelare, spiller, jmeno, hrac,
        nev, jatekos, ime, igrac, имя, игрок, фамилия имя, ονομα""",
    "surname": """
        surname, last name, lastname, last, family name, familyname, nachname, familienname,
        nom de famille, apellido, apellidos, cognome, apelido, sobrenome, achternaam, nazwisko,
        efternamn, efternavn, etternavn, prijmeni, priezvisko, prezime, vezeteknev, фамилия""",
    "first_name": """
        first name, firstname, first, given name, given names, forename, forenames, vorname,
        prenom, prenoms, nombre de pila, nome proprio, voornaam, imie, fornamn, fornavn,
        krestni jmeno, keresztnev""",
    "rating": """
        rating, elo, rtg, elo rating, rating elo, rat, cote, wertungszahl, wertung, puntuacion elo,
        ranking, эло, рейтинг""",
    "title": """
        title, fide title, tit, titel, fide titel, titre, titre fide, titulo, titolo, tytul, titul,
        cim, звание""",
    "federation": """
        federation, fed, fede, fide fed, country, nation, nationality, land, verband, foderation,
        pays, nationalite, pais, federacion, nazione, paese, federazione, federacao, federatie,
        kraj, federacja, forbund, federace, orszag, federacija, страна, федерация""",
    "fide_id": """
        fide id, fideid, id fide, idfide, fide no, fideno, fide nr, fide nummer, fide number,
        fide code, code fide, codigo fide, numero fide, no fide, n fide, nr fide, fide kenn,
        fidekenn, fide kennung, fide kennz, fide kennziffer, elo id, fide ident,
        fide identnr, id number, kod fide""",
    "sex": """
        sex, gender, geschlecht, geschl, sexe, sexo, genero, sesso, geslacht, plec, kon, pohlavi,
        nem, spol, пол""",
    "birth": """
        birth, born, birthday, bday, b day, birthdate, birth date, date of birth, dob,
        year of birth, birth year, yob, geburt, geburtsdatum, geburtstag, geburtsjahr, geb,
        geb datum, jahrgang, jg,
        naissance, date de naissance, annee de naissance, date naissance, ne le, ne e le,
        nacimiento, fecha de nacimiento, ano de nacimiento, fecha nacimiento, nascita,
        data di nascita, anno di nascita, data nascita, nascimento, data de nascimento,
        ano de nascimento, geboren, geboortedatum, geboortejaar, data urodzenia,
        rok urodzenia, fodelsedatum, fodselsdato, datum narozeni, rok narozeni,
        rok ur, data ur, szuletesi datum, datum rodenja, дата рождения, год рождения""",
    "club": """
        club, club name, clubname, club city, club ville, club ciudad, club citta, verein,
        verein ort, vereinsname, schachclub, circolo, societa, clube, clube cidade, clube local,
        vereniging, klub, klub miasto, klubb, oddil, egyesulet, клуб""",
    "contact": """
        contact, email, e mail, mail, phone, telephone, tel, mobile, kontakt, telefon, handy,
        courriel, telefono, correo, correo electronico, telefone, movil, portable""",
    "region": """
        region, province, state, provincia, regione, bundesland, canton, kanton, departement,
        ligue, landesverband, wojewodztwo, kraj region""",
    "national_id": """
        national id, nat id, id nat, idnat, id no, ident no, identnr, ident nr, ident number,
        cfc id, cfc no, cfc number, uscf id, ecf code, code ecf, pkz, passnummer, passnr, licence,
        license, no licence, numero de licence, n licence, code ffe, nr ffe, membership number,
        member number, member no""",
    "team": """
        team, team name, mannschaft, equipe, equipo, squadra, ploeg, druzyna, lag, hold, csapat""",
    "letter": "letter, buchstabe, lettre, letra, lettera",
    "board": "board, bo, brett, bord, echiquier, tablero, scacchiera, tabuleiro, szachownica",
    "captain": "captain, mannschaftsfuhrer, capitaine, capitan, capitano, capitao, kapitan",
    "previous_standing": "previous, previous standing",
    "bye": """
        bye, byes, bye rounds, bye request, bye requests, requested bye, requested byes,
        half point bye, half point byes, freilos, freilose, kampflos beantragt, exempt, exemption,
        exemptions, byes demandes, byes solicitados, descanso, descansos, riposo, riposi""",
    # The ratings of other programs and of FIDE.
    "FIDE": """
        elofide, fide elo, elo fide, fide rating, fide rtg, rtg int, rtgint, rtgi, rating int,
        elo int, eloi, elo i, int rating, international rating, intl rtg, srtng, standard rating""",
    "FIDE rapid": """
        rrtng, rapid rating, fide rapid rating, elo rapide, elo rapid, schnellschach elo""",
    "FIDE blitz": "brtng, blitz rating, fide blitz rating, elo blitz",
    "national": """
        elonat, elo nat, elon, elo n, rtg nat, rtgnat, rtgn, rating nat, nat rtg, national rating,
        national elo, nat elo, nwz, elo national""",
}
"""The headings of each field, in lower case without accents and punctuation."""


@lru_cache
def _fields_by_heading() -> dict[str, str]:
    known = {}
    for field, headings in _HEADINGS.items():
        for heading in headings.split(","):
            known[_fold_heading(heading)] = field
    return known


def _fold_heading(heading: str) -> str:
    return " ".join(folded_name_parts(heading.casefold().replace("_", " ")))


def find_field_of_heading(heading: str) -> str:
    """Return the field or rating list that a heading names, or "" if the heading is unknown.

    Upper and lower case, accents and punctuation do not matter.
    """
    written = heading.strip().casefold()
    if written in EXACT:
        return EXACT[written]
    return _fields_by_heading().get(_fold_heading(written), "")
