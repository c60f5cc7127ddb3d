"""Events: concerts, fairs and parties, and tickets for them."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

EVENTS = Domain(
    subjects=w.words("event, concert, festival, party, show, fair, workshop"),
    facts={
        "name": fact(
            "name, event, title, event name",
            lambda d: d.rng.choice(["{} Festival", "{} Night", "Day of {}", "{} Fair", "{}"]).format(v.capital()(d)),
            also="what called",
        ),
        "artist": fact("artist, performer, main act, band", w.person, also="headliner"),
        "speaker": fact("speaker, lecturer, keynote speaker", w.person, also="talk_by"),
        "venue": fact(
            "venue, place, hall",
            lambda d: f"{v.capital()(d)} {d.rng.choice(['Hall', 'Club', 'Centre', 'Barn'])}",
            also="location where",
        ),
        "city": fact("city, town", w.city),
        "date": fact("date, day, event date", w.iso_date, "date", also="on when"),
        "time": fact("start, starting time, beginning", v.hour, also="starts_at time begins start_time"),
        "doors": fact("doors, admission, door opening", v.hour, also="doors_open entry_from"),
        "end": fact("end, closing time", v.hour, also="ends_at until end_time"),
        "price": fact(
            "ticket price, admission fee, entrance fee, price",
            w.price,
            "number",
            also="entry cost",
            units=["{} EUR", "${}", "{} euros", "£{}"],
        ),
        "tickets": fact("tickets, number of tickets, seats booked", v.whole(1, 20), "int", also="ticket_count"),
        "capacity": fact("capacity, places, maximum number of guests", v.whole(20, 50_000), "int", also="max_guests"),
        "organizer": fact("organizer, organiser, host", w.company, also="organized_by"),
        "deadline": fact(
            "registration deadline, deadline, last day to register", w.iso_date, "date", also="register_by"
        ),
        "attendees": fact("attendees, participants, guests", v.some_of(w.first_name, 2, 5), "list", also="people who"),
        "tags": fact(
            "tags, topics, keywords",
            v.some_of(
                v.one_of("music, food, art, family, outdoor, dance, science, books, games, nature, business, theatre")
            ),
            "list",
        ),
        "dress": fact("dress code, clothing", v.one_of("black tie, casual, formal, costume, white, smart casual", 0.3)),
        "row": fact("row, row number", v.whole(1, 60), "int"),
        "seat": fact("seat, seat number", v.whole(1, 90), "int", also="seat_no"),
    },
    leads=lines(
        """
        {name} [takes place|is held|will be] on {date} [in|at] {venue}[, {city}|].
        {artist} [plays|performs|sings] at {venue} in {city} on {date}.
        [Come to|Join us at] {name} in {city} on {date}[, {time}|].
        Tickets for {name} [cost|are] {price}[ at the door|].
        {tickets} tickets for {artist}, row {row}, seat {seat}.
        {organizer} [invites you to|organizes|presents] {name}[ in {city}|].
        Doors open at {doors}, {artist} [starts|begins] at {time}.
        {name}: {date}, {time}, {venue}, {price}
        {attendees} [come to|attend|go to|will be at] {name}[ on {date}|].
        [Speaker|Talk]: {speaker}. [Where|Place]: {venue}. [When|Date]: {date}, {time}.
        {speaker} [speaks|gives a talk] at {name} at {time}.
        Register for {name} by {deadline}; there are {capacity} places.
        The [concert|show] of {artist} begins at {time} and ends at {end}.
        {venue} in {city} [holds|has room for] {capacity} [guests|people].
        [Ticket|Admission]: {price}, {name}, {city}, {date}.
        [We booked|I bought|They ordered] {tickets} tickets for {name} at {price} each.
        From {time} to {end} at {venue}: {name}.
        {artist} is [back|live] in {city}[, {date}|][, {price}|].
        """
    ),
    clauses={
        "attendees": lines(
            """
            {attendees} [are coming|will be there|take part].
            [With|Guests|Attendees]: {attendees}.
            {attendees} [have said yes|signed up|registered].
            [We invited|We expect] {attendees}.
            The [guests|attendees] are {attendees}.
            [Among us|At the table]: {attendees}.
            """
        ),
        "price": lines(
            """
            [A ticket|Admission|Entry] [costs|is] {price}.
            [You pay|They charge] {price} [to get in|at the door].
            [Tickets|Entry]: {price}.
            It costs {price} to get in.
            {price} [per person|a head].
            Tickets [are sold|are] at {price}.
            """
        ),
    },
    adjectives=w.words(
        "sold out, free, cancelled, public, outdoor, postponed, seated, wheelchair-accessible, private, virtual"
    ),
    features=w.words(
        "food, a cloakroom, parking, live music, a bar, a dress code, childcare, a raffle, fireworks, free entry"
    ),
)
