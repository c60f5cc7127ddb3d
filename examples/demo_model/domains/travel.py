"""Journeys: by plane, train, bus or ship."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

TRAVEL = Domain(
    subjects=w.words("trip, flight, journey, train, bus, ferry, connection, tour"),
    facts={
        "passenger": fact(
            "passenger, traveller, passenger name, name of the passenger", w.person, also="name traveler"
        ),
        "origin": fact("origin, departure city, starting point, start", w.city, also="from departs_from from_city"),
        "destination": fact("destination, arrival city, target, final stop", w.city, also="to going_to to_city"),
        "date": fact(
            "travel date, departure date, day of travel", w.iso_date, "date", also="date leaves_on departs_on"
        ),
        "back": fact("return date, day of return, inbound date", w.iso_date, "date", also="returns_on return"),
        "number": fact("flight number, train number, connection number, number", v.flight, also="flight flight_no"),
        "departure": fact("departure time, take-off, departure", v.hour, also="departs leaves_at departs_at time"),
        "arrival": fact("arrival time, landing time, arrival", v.hour, also="arrives arrives_at lands_at"),
        "gate": fact("gate, gate number, boarding gate", v.gate),
        "platform": fact("platform, track, platform number", v.whole(1, 30), "int"),
        "seat": fact("seat, seat number, place", v.seat, also="seat_no"),
        "booking": fact(
            "booking code, booking reference, reservation number, confirmation code", w.code, also="pnr ref"
        ),
        "airline": fact("airline, carrier, operator, company", w.company, also="operated_by"),
        "fare": fact("fare, ticket price, price", w.price, "number", units=["{} EUR", "${}", "{} dollars", "€{}"]),
        "bags": fact("bags, number of bags, pieces of luggage", v.whole(1, 6), "int", also="luggage bag_count"),
        "delay": fact(
            "delay, waiting time", v.whole(5, 300), "int", also="delay_minutes", units=["{} minutes", "{} min"]
        ),
        "class": fact(
            "class, cabin, travel class",
            v.one_of("economy, business, first, premium", 0),
            "enum",
            options="economy, business, first, premium",
        ),
    },
    leads=lines(
        """
        {passenger} [flies|travels|is flying|goes] from {origin} to {destination} on {date}.
        Flight {number} [leaves|departs from] {origin} at {departure} and [lands|arrives] in {destination} at {arrival}.
        The [train|bus] from {origin} to {destination} [leaves|departs] at {departure}[ from platform {platform}|].
        {number} to {destination} [boards|is boarding|departs] at gate {gate}[ at {departure}|].
        [Dear|Hello] {passenger}, your [flight|trip|journey] to {destination} on {date} is [booked|confirmed].
        {passenger}, seat {seat}, [flight|train] {number} to {destination}.
        [We leave|I leave|They leave] {origin} on {date} and [come back|return|are home again] on {back}.
        [Boarding pass|Ticket]: {passenger}, {origin} - {destination}, {date}, seat {seat}.
        {airline} [flies|takes] {passenger} to {destination} for {fare}.
        A [ticket|flight|seat] from {origin} to {destination} [with|by] {airline} costs {fare}.
        [Booking|Reservation] {booking}: {passenger}, {number}, {date}[, seat {seat}|].
        {passenger} [arrives|will arrive|is due] in {destination} at {arrival}[ on {date}|].
        The {departure} [train|bus|flight] to {destination} is {delay} late.
        From {origin} [we|they|I] [go on|travel on] to {destination} on {date}, in {class} class.
        {origin} to {destination}, {date}, {departure}[, {airline}|][, gate {gate}|].
        {passenger} [checked in|travels with] {bags} bags on [flight|train] {number}[ to {destination}|].
        {number} {origin} {destination} {departure} {arrival}
        [Out|Leaving] on {date}, back on {back}: {passenger} [is going|travels] to {destination}.
        Please be at gate {gate} by {departure}; {number} to {destination} [will not wait|leaves on time].
        [My|Our] {class} class ticket to {destination} [was|cost] {fare}[ at {airline}|].
        """
    ),
    clauses={
        "gate": lines(
            """
            [Boarding is|Please go|Passengers go] [at|to] gate {gate}.
            It leaves from gate {gate}.
            [Gate|Your gate]: {gate}.
            The plane waits at gate {gate}.
            [We|You] board at {gate}.
            Gate {gate} [is open|has closed|opens soon].
            """
        ),
        "seat": lines(
            """
            [You|We] [sit|will sit] in seat {seat}.
            Seat {seat} [is reserved|is yours|by the window].
            {seat} is [my|your|the] seat.
            [He|She] [has|took|booked] seat {seat}.
            [Place|Seat] {seat}.
            The seat on the ticket is {seat}.
            """
        ),
        "delay": lines(
            """
            It is {delay} late.
            [Expect|There is] a delay of {delay}.
            [It|Everything] is delayed by {delay}.
            [We|They] [lost|waited] {delay}.
            Delayed: {delay}.
            It was {delay} [behind schedule|too late].
            """
        ),
    },
    adjectives=w.words("direct, refundable, delayed, cancelled, on time, overbooked, round trip, non-stop, rebooked"),
    features=w.words("a meal, a stopover, a window seat, hand luggage, a visa, breakfast on board, a sleeping car"),
)
