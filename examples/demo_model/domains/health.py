"""Health: patients, visits and medicines."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

HEALTH = Domain(
    subjects=w.words("patient, visit, treatment, case, examination, file"),
    facts={
        "patient": fact("patient, patient name, name of the patient", w.person, also="name"),
        "doctor": fact(
            "doctor, physician, treating doctor, attending physician",
            lambda d: f"Dr. {w.last_name(d)}" if d.chance(0.6) else w.person(d),
            also="seen_by gp",
        ),
        "born": fact("date of birth, birth date", w.iso_date, "date", also="dob born birthday"),
        "visit": fact(
            "visit date, date of the visit, consultation date", w.iso_date, "date", also="seen_on date visited_on"
        ),
        "next": fact("next appointment, follow-up, next visit", w.iso_date, "date", also="follow_up_date next_date"),
        "blood": fact("blood type, blood group", v.one_of("A+, A-, B+, B-, AB+, AB-, O+, O-", 0)),
        "weight": fact(
            "weight, body weight", v.decimal(40, 130), "number", also="weight_kg", units=["{} kg", "{} kilos"]
        ),
        "height": fact("height, body height", v.whole(120, 210), "int", also="height_cm size", units=["{} cm"]),
        "temperature": fact(
            "temperature, body temperature, fever", v.decimal(35, 41), "number", units=["{} degrees", "{} °C"]
        ),
        "pulse": fact("pulse, heart rate", v.whole(40, 180), "int", also="bpm"),
        "pressure": fact("blood pressure", lambda d: f"{d.number(90, 190)}/{d.number(50, 110)}", also="bp"),
        "diagnosis": fact(
            "diagnosis, condition, illness, disease",
            v.one_of(
                """asthma, flu, migraine, bronchitis, diabetes, sinusitis, anaemia, arthritis, eczema, gastritis,
                a sprained ankle,"""
                "tonsillitis, pneumonia, hay fever, back pain, a broken wrist, high blood pressure, a cold"
            ),
            also="diagnosed_with",
        ),
        "drug": fact(
            "medicine, medication, drug, prescription",
            v.one_of(
                """ibuprofen, aspirin, paracetamol, insulin, amoxicillin, penicillin, cortisone, codeine,
                morphine, heparin""",
                0.6,
            ),
        ),
        "dosage": fact(
            "dosage, dose, strength",
            lambda d: f"{d.number(1, 20) * 50} mg" if d.chance(0.6) else f"{d.number(1, 4)} tablets",
            also="amount",
        ),
        "allergies": fact(
            "allergies, known allergies, intolerances",
            v.some_of(
                v.one_of("nuts, pollen, penicillin, milk, eggs, dust, latex, soy, wheat, shellfish, wasps, cats")
            ),
            "list",
            also="allergic_to",
        ),
        "symptoms": fact(
            "symptoms, complaints, signs",
            v.some_of(
                v.one_of(
                    """fever, cough, headache, nausea, dizziness, a rash, fatigue, chest pain, sore throat, a
                    runny nose, chills,"""
                    "swelling, stomach ache, insomnia"
                )
            ),
            "list",
        ),
        "insurance": fact("insurance, insurer, health insurance", w.company, also="insured_with"),
        "ward": fact(
            "ward, department, unit", v.one_of("cardiology, surgery, neurology, paediatrics, radiology, oncology")
        ),
    },
    leads=lines(
        """
        {patient}, born [on |]{born}, was [seen|examined|treated] by {doctor} on {visit}.
        {patient} [suffers from|has|was diagnosed with] {diagnosis} and [takes|was given|gets] {drug}[, {dosage}|].
        {doctor} [prescribed|gave|recommends] {drug}[, {dosage},|] [to|for] {patient}.
        Patient {patient}: {height} tall, {weight}, blood type {blood}.
        {patient} came [to us|to the surgery] on {visit} with {symptoms}.
        [The patient|Our patient], {patient}, is allergic to {allergies}.
        {patient} [weighs|has a weight of] {weight} and is {height} tall.
        On {visit} {patient} had a temperature of {temperature} and a pulse of {pulse}.
        {patient} [lies|is] in {ward} with {diagnosis}.
        [Diagnosis|Finding] for {patient} on {visit}: {diagnosis}.
        {drug}, {dosage}, for {patient}[, prescribed by {doctor}|].
        {patient} complains of {symptoms}; {doctor} suspects {diagnosis}.
        {patient} has an appointment with {doctor} on {next}.
        [Name|Patient]: {patient}; [born|date of birth]: {born}; blood [type|group]: {blood}.
        The blood pressure of {patient} is {pressure}, the pulse {pulse}.
        Because of {diagnosis}, {doctor} [sees|wants to see] {patient} again on {next}.
        {patient} must not [get|eat|touch] {allergies}.
        {patient}, insured with {insurance}, [visited|called on] {doctor} on {visit}.
        """
    ),
    clauses={
        "allergies": lines(
            """
            [Allergic|Known to be allergic] to {allergies}.
            [She|He] cannot [stand|have|eat] {allergies}.
            There is an allergy to {allergies}.
            [Beware of|No] {allergies}: [an allergy is known|allergic].
            {They} is allergic to {allergies}.
            {They} reacts badly to {allergies}.
            """
        ),
        "dosage": lines(
            """
            Take {dosage} [daily|every morning|twice a day].
            {dosage} [a day|in the evening|after meals].
            The dose is {dosage}.
            [He|She] [gets|takes|needs] {dosage} [of it|each day].
            No more than {dosage}[ a day|].
            {dosage}, [three times a day|with water].
            """
        ),
    },
    adjectives=w.words(
        "pregnant, vaccinated, insured, contagious, urgent, diabetic, discharged, stable, fasting, covered"
    ),
    features=w.words(
        "a pacemaker, insurance, a referral, a fever, side effects, an X-ray, a prescription, health insurance"
    ),
)
