"""Books: who wrote, published, sold and lent them."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

BOOKS = Domain(
    subjects=w.words("book, novel, edition, volume, paperback"),
    facts={
        "title": fact("title, book title, name of the book", v.work_title, also="book name"),
        "author": fact("author, writer, author name", w.person, also="written_by by"),
        "publisher": fact("publisher, publishing house", w.company, also="published_by"),
        "year": fact("year, year of publication, publication year", v.year, "int", also="published published_in"),
        "pages": fact("pages, number of pages, page count", v.whole(20, 1400), "int", also="length_pages"),
        "isbn": fact("ISBN, ISBN number", v.isbn, also="isbn isbn"),
        "genre": fact(
            "genre, kind of book",
            v.one_of(
                """crime, fantasy, poetry, romance, biography, horror, history, travel, humour, science fiction,
                drama, thriller"""
            ),
            also="category",
        ),
        "language": fact("language, original language", v.one_of(w.LANGUAGES, 0.2), also="written_in"),
        "translator": fact("translator, translated by", w.person),
        "price": fact(
            "price, retail price", w.price, "number", also="cost", units=["{} EUR", "${}", "£{}", "{} dollars"]
        ),
        "borrower": fact("borrower, reader, lent to", w.person, also="borrowed_by member"),
        "due": fact("due date, return date, date of return", w.iso_date, "date", also="due return_by"),
        "shelf": fact("shelf, shelf mark, location", w.code, also="shelf_number signature"),
        "stars": fact("stars, rating, review stars", v.whole(1, 5), "int", also="score"),
        "copies": fact("copies, copies sold, print run", v.whole(100, 900_000), "int", also="sold"),
        "award": fact(
            "award, prize", lambda d: f"{v.capital()(d)} {d.rng.choice(['Prize', 'Award', 'Medal'])}", also="won"
        ),
        "series": fact(
            "series, book series", lambda d: f"{v.capital()(d)} {d.rng.choice(['Saga', 'Chronicles', 'Trilogy'])}"
        ),
        "topics": fact(
            "topics, tags, keywords, subjects",
            v.some_of(v.one_of("love, war, crime, family, nature, money, dreams, faith, travel, memory, power, youth")),
            "list",
        ),
    },
    leads=lines(
        """
        {title} by {author} [was published|came out|appeared] [in {year}|at {publisher}|with {publisher} in {year}].
        {author} [wrote|has written|published] {title}[ in {year}|], a book of {pages} pages.
        "{title}" is [a|the new] {genre} novel by {author}.
        {author}: {title}. {publisher}, {year}. {pages} pages. {price}.
        {borrower} [borrowed|took out|has] {title} by {author}; it is due on {due}.
        [The book|The novel] {title} (ISBN {isbn}) [costs|sells for] {price}.
        {title}, {author}, {publisher}, ISBN {isbn}
        {publisher} [publishes|brings out|prints] {title}, written by {author}.
        {translator} [translated|put] {author}'s {title} [from {language}|for {publisher}].
        {author} won the {award} for {title}.
        {title} has {pages} pages and [gets|deserves] {stars} stars.
        [I read|We read|She read] {title} by {author}: {stars} [stars|of 5].
        "{title}" [sold|has sold] {copies} copies since {year}.
        {title} is part of the {series} by {author}.
        Please return {title} by {due}, {borrower}.
        [On|You find it on] shelf {shelf}: {title} by {author}.
        {author}'s [first|second|last] book, {title}, is about {topics}.
        A {language} {genre} classic: {title}, {year}.
        """
    ),
    clauses={
        "due": lines(
            """
            [It is due|It has to be back] [on|by] {due}.
            Please [return it|bring it back] by {due}.
            [Due|Return]: {due}.
            It [must|should] be [back|returned] on {due}.
            {due} is [the last day|when it must be back].
            Lent until {due}.
            """
        ),
    },
    adjectives=w.words(
        "sold out, signed, borrowed, illustrated, translated, out of print, overdue, fictional, reserved, abridged"
    ),
    features=w.words(
        "a hardcover, an index, pictures, a sequel, a film version, a dust jacket, an audiobook, maps, footnotes"
    ),
)
