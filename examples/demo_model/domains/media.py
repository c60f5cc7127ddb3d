"""Films and music: who made them, how long they are and where they run."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

MEDIA = Domain(
    subjects=w.words("film, movie, song, album, series, show, episode"),
    facts={
        "title": fact("title, name, film title", v.work_title, also="film movie song"),
        "director": fact("director, directed by, film-maker", w.person),
        "artist": fact("artist, singer, band, musician", w.person, also="performed_by"),
        "actors": fact("actors, cast, stars", v.some_of(w.person), "list", also="starring"),
        "year": fact("year, release year, year of release", v.year, "int", also="released"),
        "minutes": fact(
            "running time, duration, length",
            v.whole(2, 240),
            "int",
            also="runtime minutes duration_minutes",
            units=["{} minutes", "{} min"],
        ),
        "genre": fact(
            "genre, type of film, style",
            v.one_of(
                """comedy, drama, western, thriller, jazz, rock, pop, documentary, musical, horror, folk,
                animation, blues, techno"""
            ),
        ),
        "studio": fact("studio, label, production company", w.company, also="produced_by"),
        "rating": fact(
            "rating, score, review score", v.decimal(1, 9), "number", also="user_rating", units=["{}/10", "{} points"]
        ),
        "age": fact("age rating, minimum age", v.whole(3, 18), "int", also="min_age"),
        "release": fact("release date, premiere, opening day", w.iso_date, "date", also="released_on premiered"),
        "cinema": fact(
            "cinema, theatre, place",
            lambda d: f"{v.capital()(d)} {d.rng.choice(['Cinema', 'Palace', 'Theatre'])}",
            also="shown_at",
        ),
        "budget": fact(
            "budget, production cost",
            v.whole(1, 300),
            "int",
            also="budget_millions",
            units=["{} million", "{} million dollars"],
        ),
        "songs": fact("songs, tracks, track list", v.some_of(v.work_title), "list", also="titles"),
        "platform": fact("platform, channel, streaming service", v.capital(2, 3), also="watch_on"),
        "seasons": fact("seasons, number of seasons", v.whole(1, 14), "int"),
        "language": fact("language, spoken language", v.one_of(w.LANGUAGES, 0.2)),
    },
    leads=lines(
        """
        {title}, directed by {director}, [came out|was released|appeared] in {year}.
        {director}'s {genre} {title} [runs|lasts] {minutes}.
        {title} ({year}) [by|from] {director}, with {actors}.
        {artist} [sings|recorded|plays] {title}[, a {genre} song of {year}|].
        The [song|track] {title} by {artist} is {minutes} long.
        {artist} [released|brought out] the album {title} [on {release}|with {studio}|in {year}].
        [Tonight|Tomorrow|Today] at the {cinema}: {title}, {minutes}, from {age} years.
        {title} [opens|starts|premieres] on {release}[ at the {cinema}|].
        {actors} [play|star] in {title} by {director}.
        {studio} [produced|made] {title} with a budget of {budget}.
        [Review|Rating]: {title}, {rating}. Director: {director}.
        The {genre} series {title} has {seasons} seasons and [runs|is shown] on {platform}.
        {title} / {artist} / {year} / {genre}
        [I watched|We saw|They liked] {title} at the {cinema}: {rating}.
        The {language} film {title} of {year} was [shot|made] by {director}.
        [Watch|You can watch] {title} on {platform}, {minutes}[, in {language}|].
        On the album {title} {artist} sings {songs}.
        {director} shot {title} for {budget} in {year}.
        """
    ),
    clauses={
        "actors": lines(
            """
            [With|It stars|Starring] {actors}.
            {actors} [play|appear|act] in it.
            The leads are {actors}.
            [Cast|Actors]: {actors}.
            You [see|can see] {actors}.
            The main parts [went to|are played by] {actors}.
            """
        ),
    },
    adjectives=w.words(
        "animated, black and white, dubbed, award-winning, live, sold out, streamed, banned, restored, silent"
    ),
    features=w.words(
        "subtitles, a sequel, an intermission, a happy end, explicit lyrics, a soundtrack, adverts, a remake"
    ),
)
