"""Parcels: who sends what to whom."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

PARCELS = Domain(
    subjects=w.words("parcel, package, shipment, delivery, letter, crate"),
    facts={
        "sender": fact("sender, shipper, name of the sender", w.person, also="from sent_by"),
        "recipient": fact("recipient, addressee, receiver, consignee", w.person, also="to sent_to"),
        "tracking": fact(
            "tracking code, tracking number, shipment number, parcel number", v.serial, also="tracking tracking_id"
        ),
        "carrier": fact("carrier, courier, delivery service, shipping company", w.company, also="shipped_by"),
        "origin": fact("origin, city of origin, sent from", w.city, also="from_city source"),
        "destination": fact("destination, destination city, target city", w.city, also="to_city city"),
        "address": fact("delivery address, street, shipping address", w.street, also="address"),
        "contents": fact("contents, content, goods", w.product, also="item what"),
        "weight": fact(
            "weight, gross weight", v.decimal(0, 60), "number", also="weight_kg kg", units=["{} kg", "{} kilos"]
        ),
        "length": fact("length", v.whole(5, 200), "int", also="length_cm", units=["{} cm"]),
        "value": fact("value, insured value, declared value", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
        "postage": fact("postage, shipping cost, shipping fee", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
        "sent": fact("shipping date, date sent, dispatch date", w.iso_date, "date", also="sent sent_on shipped"),
        "due": fact(
            "expected delivery, delivery date, estimated arrival", w.iso_date, "date", also="eta arrives expected"
        ),
        "pieces": fact("pieces, number of pieces, boxes", v.whole(1, 40), "int", also="box_count"),
        "depot": fact("depot, pick-up point, warehouse", w.city, also="collected_at"),
        "signed": fact("signed by, handed to, accepted by", w.person, also="signature"),
        "status": fact(
            "status, parcel status, state",
            v.one_of("shipped, delivered, lost, returned, pending, delayed", 0),
            "enum",
            options="shipped, delivered, lost, returned, pending, delayed",
        ),
    },
    leads=lines(
        """
        {sender} [sent|mailed|shipped] a parcel [with {contents} |]to {recipient}[ in {destination}| on {sent}|].
        [Parcel|Shipment|Package] {tracking} [from {sender} |]to {recipient}, {weight}.
        {carrier} [delivers|brings|carries] {contents} from {origin} to {destination}.
        The parcel {tracking} [arrives|should arrive|is expected] on {due}[ in {destination}|].
        {recipient}, {address}, {destination}[: {contents}, {weight}|].
        From: {sender}, {origin}. To: {recipient}, {destination}.
        {signed} [signed for|accepted|took] the parcel from {sender} [on {due}|for {recipient}].
        [Dear|Hello] {recipient}, your [parcel|package] {tracking} is {status}.
        {pieces} boxes with {contents} [left|have left] {origin} on {sent}.
        Track your [parcel|shipment] with the code {tracking} at {carrier}.
        {sender} paid {postage} to send {weight} to {destination}.
        The package for {recipient} weighs {weight} and is worth {value}.
        [Sent|Shipped] on {sent} with {carrier}, tracking {tracking}.
        {contents} from {sender} [waits|lies|can be collected] at the depot in {depot}.
        {tracking} | {sender} | {recipient} | {weight} | {status}
        {carrier} [lost|returned|found] the parcel {tracking} of {sender}.
        [Please send|Send|Ship] {contents} to {recipient}, {address}, {destination}.
        It left {origin} on {sent} and reaches {destination} on {due}.
        """
    ),
    clauses={
        "weight": lines(
            """
            It weighs {weight}.
            [The weight is|On the scale it has] {weight}.
            [Weight|Gross weight]: {weight}.
            It is {weight} heavy.
            [A load|A weight] of {weight}.
            It comes to {weight}.
            """
        ),
        "carrier": lines(
            """
            [Sent|Shipped|Delivered] by {carrier}.
            {carrier} [brings|carries|delivers] it.
            [The carrier|The courier] is {carrier}.
            It [travels|goes] with {carrier}.
            [Ask|Call] {carrier} where it is.
            {carrier} [has|picked up] it.
            """
        ),
        "tracking": lines(
            """
            Track it [with|under] {tracking}.
            [The code|The tracking code] is {tracking}.
            [Tracking|Tracking no.]: {tracking}.
            It has the number {tracking}.
            {tracking} is [its code|the tracking number].
            Use {tracking} to [follow|find] it.
            """
        ),
    },
    adjectives=w.words(
        "fragile, insured, registered, delivered, urgent, customs-free, refused, damaged, prepaid, oversized"
    ),
    features=w.words(
        """a tracking code, insurance, a signature, a customs form, dry ice, a return label, cash on delivery,
        bubble wrap"""
    ),
)
