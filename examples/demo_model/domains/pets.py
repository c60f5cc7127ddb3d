"""Pets and other animals."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

PETS = Domain(
    subjects=w.words("pet, dog, cat, animal, horse, rabbit"),
    facts={
        "name": fact("name, pet name, name of the pet", lambda d: w.first_name(d).split()[0], also="called pet"),
        "species": fact(
            "species, animal, kind of animal",
            v.one_of("dog, cat, horse, rabbit, parrot, hamster, goat, turtle, pony, snake, goose, ferret"),
            also="type",
        ),
        "breed": fact(
            "breed, race",
            v.one_of(
                "beagle, poodle, Siamese, boxer, collie, Persian, terrier, labrador, husky, pug, dachshund, Bengal", 0.5
            ),
        ),
        "age": fact("age, years", v.whole(1, 25), "int", also="age_years"),
        "owner": fact("owner, keeper, holder", w.person, also="belongs_to owned_by"),
        "weight": fact("weight", v.decimal(0, 60), "number", also="weight_kg", units=["{} kg", "{} kilos"]),
        "colour": fact("colour, fur colour, coat", v.one_of(v.COLOURS, 0.3), also="color fur"),
        "chip": fact("chip number, microchip, chip", v.serial, also="chip_id"),
        "vet": fact(
            "vet, veterinarian, animal doctor", lambda d: f"Dr. {w.last_name(d)}" if d.chance(0.5) else w.person(d)
        ),
        "born": fact("date of birth, birthday, birth date", w.iso_date, "date", also="born"),
        "vaccination": fact(
            "vaccination date, last vaccination, date of the vaccination", w.iso_date, "date", also="vaccinated_on"
        ),
        "next": fact("next appointment, next visit, next check-up", w.iso_date, "date", also="next_vet_visit"),
        "food": fact("food, favourite food, diet", w.food, also="eats favorite_food"),
        "toy": fact("toy, favourite toy", w.product),
        "fee": fact("adoption fee, fee, price", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
        "shelter": fact("shelter, animal shelter, home", w.city, also="from"),
        "tricks": fact(
            "tricks, commands, skills",
            v.some_of(v.one_of("sit, roll over, fetch, paw, jump, speak, stay, dance, spin, beg, wave, heel")),
            "list",
            also="can_do",
        ),
    },
    leads=lines(
        """
        {name} is a {age}-year-old {species} [who belongs to|owned by] {owner}.
        {owner} [has|owns|adopted] a {colour} {species} [called|named] {name}.
        {name}, [a |]{breed}, {age} years old, {weight}.
        {vet} [vaccinated|examined|treated] {name} [on {vaccination}|for {owner}].
        [Lost|Missing|Found]: {colour} {species}, answers to {name}[, chip {chip}|].
        {name} was born on {born} and [weighs|has a weight of] {weight}.
        {owner} [brought|took] {name} to {vet}[; the next visit is on {next}|].
        The {species} {name} lives with {owner} and eats {food}.
        {name} ({breed}) [loves|likes] {food} and plays with the {toy}.
        [Adopt|Give a home to] {name}, {age}, a {species} from the shelter in {shelter}, fee {fee}.
        {name} the {species} [can|knows how to] {tricks}.
        [Patient|Animal]: {name}, {species}, {breed}. [Owner|Keeper]: {owner}.
        {owner}'s {species} {name} turned {age}.
        [My|Our] {species} is called {name} and weighs {weight}.
        {name} | {species} | {breed} | {age} | {owner}
        For {fee} {owner} [bought|got] {name}, a {breed}.
        {vet} [wants to see|expects] {name} again on {next}.
        A {colour} {breed} named {name} [won the show|barks at night] in {shelter}.
        """
    ),
    clauses={
        "owner": lines(
            """
            [The owner is|It belongs to] {owner}.
            {owner} [is the owner|owns it|takes care of it].
            [Owner|Keeper]: {owner}.
            It lives with {owner}.
            [If found, call|Please call] {owner}, the owner.
            {owner} [keeps|feeds] it.
            """
        ),
        "tricks": lines(
            """
            It [can|knows how to] {tricks}.
            [Tricks|Commands]: {tricks}.
            It [learned|was taught] to {tricks}.
            {tricks}: [all no problem|it does it all].
            [We practise|It shows] {tricks}.
            It obeys {tricks}.
            """
        ),
    },
    adjectives=w.words("vaccinated, neutered, house-trained, chipped, friendly, pregnant, adopted, deaf, insured, shy"),
    features=w.words("a chip, a collar, a pedigree, fleas, a passport, a cage, a limp, good teeth, short hair"),
)
