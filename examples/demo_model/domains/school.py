"""School: courses, pupils and grades."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

SCHOOL = Domain(
    subjects=w.words("course, class, lesson, exam, school, seminar"),
    facts={
        "student": fact("student, pupil, learner, name of the student", w.person, also="name student_name"),
        "teacher": fact("teacher, instructor, lecturer", w.person, also="taught_by tutor"),
        "subject": fact(
            "subject, course, course name",
            v.one_of(
                """maths, physics, history, biology, music, chemistry, art, geography, Latin, philosophy,
                economics, sports, law"""
            ),
        ),
        "school": fact(
            "school, institution, college",
            lambda d: f"{v.capital()(d)} {d.rng.choice(['School', 'College', 'Academy'])}",
            also="university",
        ),
        "grade": fact("grade, mark, result", v.one_of("A, B, C, D, A-, B+, C+, B-, A+", 0), also="final_grade"),
        "year": fact("year, school year, year of study", v.whole(1, 13), "int", also="class_year form"),
        "room": fact("room, classroom", v.room, also="room_number"),
        "exam": fact("exam date, date of the exam, test date", w.iso_date, "date", also="exam examined_on"),
        "deadline": fact("deadline, due date, hand-in date", w.iso_date, "date", also="due submit_by"),
        "weekday": fact("weekday, day", v.one_of(v.WEEKDAYS, 0), also="day_of_week"),
        "time": fact("time, starting time, start", v.hour, also="starts_at begins"),
        "credits": fact("credits, credit points", v.whole(1, 30), "int", also="ects"),
        "points": fact("points, score, points reached", v.whole(1, 100), "int", also="exam_points"),
        "number": fact("student number, matriculation number, student ID", w.code, also="student_no"),
        "pupils": fact("pupils, class size, number of pupils", v.whole(5, 40), "int", also="participants enrolled"),
        "fee": fact("fee, tuition, course fee", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
        "books": fact("books, textbooks, materials", v.some_of(v.work_title), "list"),
        "topics": fact(
            "topics, contents, chapters",
            v.some_of(
                v.one_of(
                    "fractions, volcanoes, grammar, optics, cells, poetry, algebra, jazz, trade, rivers, acids, gravity"
                )
            ),
            "list",
        ),
    },
    leads=lines(
        """
        {student} [takes|attends|studies] {subject} [with|under] {teacher}[ at {school}|].
        {teacher} [teaches|gives] {subject} [in room {room}|at {school}|on {weekday}][ at {time}|].
        {student} [got|received|has] a grade of {grade} in {subject}[ with {points} points|].
        The [exam|test] in {subject} is on {exam}[ in room {room}|].
        {student}, year {year}, [goes to|attends] {school}.
        {subject} with {teacher}: {weekday}, {time}, room {room}.
        Hand in the {subject} [essay|homework|project] by {deadline}.
        [Dear|Hello] {student}, your exam in {subject} [takes place|is] on {exam}.
        {school} [offers|has] a course in {subject} for {fee}.
        {student} ({number}) [reached|scored] {points} points in {subject}.
        {pupils} pupils [attend|are in] the {subject} class of {teacher}.
        The {subject} course [gives|is worth|brings] {credits} credits and [ends with an exam|is examined] on {exam}.
        {subject}, {teacher}, {room}, {weekday} {time}
        In {subject} we [deal with|learn about|do] {topics}[ this year|].
        [Report|Certificate]: {student}, {school}, {subject}: {grade}.
        {student}'s teacher in {subject} is {teacher}; {they} has {points} points.
        For {subject} you need the books {books}.
        [Student|Pupil]: {student}. [Teacher|Taught by]: {teacher}. [Grade|Mark]: {grade}.
        """
    ),
    clauses={
        "grade": lines(
            """
            The grade [is|was] {grade}.
            [He|She] [got|received] [a grade of |]{grade}.
            [Mark|Grade]: {grade}.
            It was graded {grade}.
            [Graded|Marked] with {grade}.
            The final mark is {grade}.
            """
        ),
        "deadline": lines(
            """
            [Hand it in|Submit it] by {deadline}.
            It is due [on|by] {deadline}.
            [Deadline|Due]: {deadline}.
            [You have|There is] time until {deadline}.
            {deadline} is the last day to [hand it in|submit it].
            Nothing is accepted after {deadline}.
            """
        ),
    },
    adjectives=w.words("mandatory, passed, enrolled, absent, gifted, online, voluntary, failed, full, excused"),
    features=w.words(
        "homework, an exam, a scholarship, a certificate, a field trip, a prize, free places, lab work, a canteen"
    ),
)
