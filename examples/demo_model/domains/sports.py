"""Sports: matches, races and players."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

SPORTS = Domain(
    subjects=w.words("match, game, race, tournament, final, season"),
    facts={
        "home": fact(
            "home team, hosts, first team",
            lambda d: d.rng.choice(["{}", "FC {}", "{} United", "{} Rovers", "{} City"]).format(w.city(d)),
            also="team home team_a",
        ),
        "away": fact(
            "away team, visitors, opponent, guests",
            lambda d: d.rng.choice(["{}", "SC {}", "{} Town", "{} Stars"]).format(w.city(d)),
            also="away team_b opponent_team",
        ),
        "home_goals": fact("home score, home goals", v.whole(0, 9), "int", also="score_home goals_home"),
        "away_goals": fact("away score, away goals", v.whole(0, 9), "int", also="score_away goals_away"),
        "player": fact("player, athlete, sportsman, name of the player", w.person, also="name"),
        "winner": fact("winner, champion, first place", w.person, also="won_by"),
        "coach": fact("coach, trainer, manager", w.person, also="coached_by"),
        "referee": fact("referee, umpire, match official", w.person),
        "sport": fact("sport, discipline", v.one_of(w.HOBBIES, 0.3), also="kind_of_sport"),
        "position": fact("position, role", v.one_of("goalkeeper, striker, defender, midfielder, winger, captain", 0.2)),
        "stadium": fact(
            "stadium, venue, arena, ground",
            lambda d: f"{v.capital()(d)} {d.rng.choice(['Park', 'Arena', 'Stadium'])}",
            also="played_at place",
        ),
        "date": fact("match date, date of the match, kick-off date", w.iso_date, "date", also="date played_on day"),
        "time": fact("kick-off, kick-off time, starting time", v.hour, also="start time starts_at"),
        "spectators": fact(
            "spectators, attendance, number of spectators", v.whole(100, 90_000), "int", also="fans crowd"
        ),
        "number": fact("shirt number, jersey number, number", v.whole(1, 99), "int", also="shirt"),
        "distance": fact(
            "distance, length of the race",
            v.decimal(1, 99),
            "number",
            also="distance_km km",
            units=["{} km", "{} kilometres", "{} miles"],
        ),
        "result": fact(
            "winning time, finishing time, result",
            lambda d: f"{d.number(1, 9)}:{d.number(0, 59):02}:{d.number(0, 59):02}",
        ),
        "points": fact("points, score", v.whole(1, 120), "int", also="total_points"),
        "scorers": fact("scorers, goal scorers", v.some_of(w.last_name), "list", also="scored_by"),
    },
    leads=lines(
        """
        {home} [beat|defeated|drew with|lost to] {away} {home_goals}:{away_goals}[ on {date}|].
        {home} - {away} {home_goals}:{away_goals}
        {home} [plays|meets|will host|faces] {away} [on {date}|at {time}|at {stadium}].
        {player}, number {number}, plays [as|in the position of] {position} for {home}.
        {winner} [won|has won] the race over {distance} in {result}.
        {winner} from {home} [finished|came] first after {result}.
        {spectators} [spectators|fans|people] [saw|watched] {home} against {away} at {stadium}.
        {coach} [coaches|trains|has trained] {home} since {date}.
        Referee {referee} [led|whistled] the [match|game] of {home} and {away}.
        {player} [scored|made|won] {points} points for {home}.
        The [match|game] {home} against {away} starts at {time}[ on {date}|].
        {player} [does|practises|competes in] {sport} [in|for] {home}.
        [Goals|Scorers]: {scorers}. [Final score|Result]: {home} {home_goals}, {away} {away_goals}.
        At {stadium}, {home} [won|lost] {home_goals}-{away_goals} against {away}.
        {home} under coach {coach} [travels to|visits] {away}.
        [Ladies and gentlemen|Welcome], {home} against {away}, referee {referee}.
        {winner} is the new champion in {sport}[, with {points} points|].
        {player} ({position}, {number}) [leaves|signs for] {home}.
        """
    ),
    clauses={
        "scorers": lines(
            """
            {scorers} scored.
            [Goals|The goals] by {scorers}.
            [Goals|Scorers]: {scorers}.
            The scorers were {scorers}.
            {scorers} [hit|found] the net.
            [On the list of scorers|They scored]: {scorers}.
            """
        ),
    },
    adjectives=w.words("sold out, injured, cancelled, postponed, suspended, retired, undefeated, broadcast, qualified"),
    features=w.words(
        "extra time, a penalty, a red card, a live stream, a trophy, prize money, a second half, substitutes"
    ),
)
