"""Questions answered by queries of a real model: free, with SQL's syntax alone, and bound to the database.

    python -m tests.bench.text_to_sql --minutes 20

Fifty questions over three small databases, written for this; `small_model()` gets the tables, one example and the
question, and takes the likeliest token. *prepared*: SQLite prepares the text; *executed*: it runs to its end; *right*: its rows are
those of the query that belongs to the question, in any order unless that one has an ORDER BY. Of a free text the first
statement counts. Each answer is a line of `--answers`, and what stands there is not asked again, so a run that was
stopped goes on. Rates have Wilson's 95 % intervals.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import torch

import constrain
from constrain import Vocabulary
from constrain.grammars import library, sql
from constrain.sampling import generate, small_model
from tests.bench import command, report
from tests.bench.quality import wilson

WAYS = ("free", "syntax", "bound")
MAX_TOKENS = 64

DATABASES = {
    "library": """
CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT, country TEXT, born INTEGER);
CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER, year INTEGER, pages INTEGER);
CREATE TABLE loan(id INTEGER PRIMARY KEY, book_id INTEGER, reader TEXT, day TEXT);
INSERT INTO author VALUES (1,'Ada Berg','Norway',1950),(2,'Bo Chen','China',1972),(3,'Cleo Diaz','Spain',1961),(4,'Dag Eng','Norway',1980);
INSERT INTO book VALUES (1,'Snow',1,1990,310),(2,'Fjord',1,1999,220),(3,'Rivers',2,2004,540),(4,'Tea',2,2011,180),(5,'Olive',3,1995,260),(6,'Night',4,2015,400);
INSERT INTO loan VALUES (1,1,'Eva','2024-01-03'),(2,3,'Eva','2024-02-11'),(3,3,'Finn','2024-03-05'),(4,5,'Gil','2024-03-09'),(5,6,'Finn','2024-04-01');
""",
    "shop": """
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE product(id INTEGER PRIMARY KEY, name TEXT, price REAL, stock INTEGER);
CREATE TABLE purchase(id INTEGER PRIMARY KEY, customer_id INTEGER, product_id INTEGER, quantity INTEGER);
INSERT INTO customer VALUES (1,'Ann','Oslo'),(2,'Ben','Rome'),(3,'Cid','Oslo'),(4,'Dot','Bern');
INSERT INTO product VALUES (1,'lamp',30.0,4),(2,'desk',120.0,1),(3,'chair',45.5,0),(4,'pen',1.5,90);
INSERT INTO purchase VALUES (1,1,1,2),(2,1,4,10),(3,2,2,1),(4,3,4,3),(5,3,3,2);
""",
    "school": """
CREATE TABLE teacher(id INTEGER PRIMARY KEY, name TEXT, subject TEXT);
CREATE TABLE course(id INTEGER PRIMARY KEY, title TEXT, teacher_id INTEGER, hours INTEGER);
CREATE TABLE student(id INTEGER PRIMARY KEY, name TEXT, grade INTEGER, age INTEGER);
CREATE TABLE mark(student_id INTEGER, course_id INTEGER, points INTEGER);
INSERT INTO teacher VALUES (1,'Mr Hall','math'),(2,'Ms Ito','art'),(3,'Ms Jung','math');
INSERT INTO course VALUES (1,'Algebra',1,4),(2,'Painting',2,2),(3,'Geometry',3,3),(4,'Drawing',2,1);
INSERT INTO student VALUES (1,'Kai',9,15),(2,'Lou',9,14),(3,'Mia',10,16),(4,'Nic',11,17);
INSERT INTO mark VALUES (1,1,80),(1,2,65),(2,1,90),(3,3,70),(3,2,95),(4,4,50);
""",
}
# The first of each is the example; a question and its query.
QUESTIONS = {
    "library": """
Titles of all books | SELECT title FROM book
Names of all authors | SELECT name FROM author
How many books are there? | SELECT COUNT(*) FROM book
How many loans are there? | SELECT COUNT(*) FROM loan
Titles of books with more than 300 pages | SELECT title FROM book WHERE pages > 300
Names of authors from Norway | SELECT name FROM author WHERE country = 'Norway'
The largest number of pages of a book | SELECT MAX(pages) FROM book
The year of the oldest book | SELECT MIN(year) FROM book
The average number of pages | SELECT AVG(pages) FROM book
Titles of books since 2000 | SELECT title FROM book WHERE year >= 2000
All readers, each once | SELECT DISTINCT reader FROM loan
Titles of books with the names of their authors | SELECT book.title, author.name FROM book JOIN author ON book.author_id = author.id
The number of authors of each country | SELECT country, COUNT(*) FROM author GROUP BY country
Titles of books by year | SELECT title FROM book ORDER BY year
The title of the longest book | SELECT title FROM book ORDER BY pages DESC LIMIT 1
The number of loans of each reader | SELECT reader, COUNT(*) FROM loan GROUP BY reader
Titles of books that Eva has lent | SELECT book.title FROM book JOIN loan ON loan.book_id = book.id WHERE loan.reader = 'Eva'
Names of authors born after 1960 | SELECT name FROM author WHERE born > 1960
""",
    "shop": """
Names of all customers | SELECT name FROM customer
Names of all products | SELECT name FROM product
Names and prices of all products | SELECT name, price FROM product
How many customers are there? | SELECT COUNT(*) FROM customer
Names of customers in Oslo | SELECT name FROM customer WHERE city = 'Oslo'
Products that cost more than 40 | SELECT name FROM product WHERE price > 40
The price of the lamp | SELECT price FROM product WHERE name = 'lamp'
The highest price | SELECT MAX(price) FROM product
Names of products out of stock | SELECT name FROM product WHERE stock = 0
The sum of all stock | SELECT SUM(stock) FROM product
All cities, each once | SELECT DISTINCT city FROM customer
The number of customers of each city | SELECT city, COUNT(*) FROM customer GROUP BY city
Names of products by price | SELECT name FROM product ORDER BY price
The name of the cheapest product | SELECT name FROM product ORDER BY price LIMIT 1
The average price | SELECT AVG(price) FROM product
The number of purchases of each customer's id | SELECT customer_id, COUNT(*) FROM purchase GROUP BY customer_id
Names of products with the quantities in which they were bought | SELECT product.name, purchase.quantity FROM purchase JOIN product ON purchase.product_id = product.id
Names of customers who bought a pen | SELECT customer.name FROM customer JOIN purchase ON purchase.customer_id = customer.id JOIN product ON purchase.product_id = product.id WHERE product.name = 'pen'
""",
    "school": """
Names of all teachers | SELECT name FROM teacher
Names of all students | SELECT name FROM student
Titles of all courses | SELECT title FROM course
How many students are there? | SELECT COUNT(*) FROM student
Names of students older than 15 | SELECT name FROM student WHERE age > 15
Names of students in grade 9 | SELECT name FROM student WHERE grade = 9
Names of teachers of math | SELECT name FROM teacher WHERE subject = 'math'
The average age | SELECT AVG(age) FROM student
The most points of a mark | SELECT MAX(points) FROM mark
All subjects, each once | SELECT DISTINCT subject FROM teacher
The sum of all hours | SELECT SUM(hours) FROM course
Titles of courses by hours, most first | SELECT title FROM course ORDER BY hours DESC
The number of students of each grade | SELECT grade, COUNT(*) FROM student GROUP BY grade
The name of the youngest student | SELECT name FROM student ORDER BY age LIMIT 1
Titles of courses with the names of their teachers | SELECT course.title, teacher.name FROM course JOIN teacher ON course.teacher_id = teacher.id
Names of students with more than 75 points in a course | SELECT DISTINCT student.name FROM student JOIN mark ON mark.student_id = student.id WHERE mark.points > 75
Titles of courses of Ms Ito | SELECT course.title FROM course JOIN teacher ON course.teacher_id = teacher.id WHERE teacher.name = 'Ms Ito'
""",
}


def questions(database: str) -> list[tuple[str, str]]:
    """The example, and then what is asked."""
    lines = QUESTIONS[database].strip().splitlines()
    return [(question, query) for question, query in (line.split(" | ") for line in lines)]


@cache
def opened(database: str) -> sqlite3.Connection:
    """The database, of which nothing can be changed."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(DATABASES[database])
    connection.execute("PRAGMA query_only = 1")
    return connection


def prompt(database: str, question: str) -> str:
    """The tables, an example, and the question."""
    tables = [line for line in DATABASES[database].splitlines() if line.startswith("CREATE")]
    shown, answer = questions(database)[0]
    return "\n".join(tables) + f"\n\nQuestion: {shown}\nSQL: {answer};\n\nQuestion: {question}\nSQL: "


def statement(text: str) -> str:
    """The first one in a text, out of a block of code if it stands in one."""
    block = re.search(r"```(?:sql)?\s*(.*?)(?:```|$)", text, re.DOTALL)
    return re.split(r";|\n\s*\n|\nQuestion:", (block[1] if block else text).strip())[0].strip()


def judged(database: str, query: str, text: str) -> dict[str, bool]:
    """What becomes of a text; `query` is what belongs to the question."""
    connection, out = opened(database), {"prepared": False, "executed": False, "right": False}
    steps = iter(range(1000))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
    try:
        if not text:
            return out
        connection.execute(f"EXPLAIN {text}")
        out["prepared"] = True
        rows = connection.execute(text).fetchmany(10_000)
        out["executed"] = True
        wanted = connection.execute(query).fetchall()
        sort = (lambda listed: listed) if "ORDER BY" in query else (lambda listed: sorted(listed, key=repr))
        out["right"] = sort(rows) == sort(wanted)
    except (sqlite3.Error, sqlite3.Warning):
        pass
    return out


def asked(model: Any, tokenizer: Any, minutes: float, path: Path) -> list[dict[str, Any]]:
    """Ask what the file does not have yet, and give all that it then has."""
    known = {}
    if path.exists():
        known = {(a["question"], a["way"]): a for a in map(json.loads, path.open())}
    vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
    syntax = constrain.compile(library.load("sql"), vocabulary)
    bound = {name: constrain.compile(sql(opened(name)), vocabulary) for name in DATABASES}
    every = [(name, *each) for name in DATABASES for each in questions(name)[1:]]
    began = time.monotonic()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        for number, (database, question, query) in enumerate(every, 1):
            for way in WAYS:
                if (question, way) in known:
                    continue
                if time.monotonic() - began > minutes * 60:
                    print("\nthe time is up; the same command goes on", file=sys.stderr)
                    return list(known.values())
                constraint = {"free": None, "syntax": syntax, "bound": bound[database]}[way]
                before = time.process_time()
                given: Any = model, tokenizer, prompt(database, question), constraint
                text: str = generate(*given, max_tokens=MAX_TOKENS, do_sample=False).text
                line: dict[str, Any] = {"database": database, "question": question, "way": way, "text": text}
                line |= judged(database, query, statement(text)) | {"seconds": time.process_time() - before}
                known[question, way] = line
                file.write(json.dumps(line) + "\n")
                file.flush()
            done = f"[{number} of {len(every)}, {(time.monotonic() - began) / 60:.1f} min]"
            print(f"\r{done:40}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return list(known.values())


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="stop asking after so long")
    parser.add_argument("--answers", type=Path, default=Path("build/text_to_sql.jsonl"), help="%(default)s")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    model = small_model()
    answers = asked(*model, arguments.minutes, arguments.answers)
    complete = {
        a["question"] for a in answers if {b["way"] for b in answers if b["question"] == a["question"]} >= set(WAYS)
    }
    rows, records = [], []
    for way in WAYS:
        some = [a for a in answers if a["way"] == way and a["question"] in complete]
        if not some:
            continue
        rates = {name: sum(a[name] for a in some) / len(some) for name in ("prepared", "executed", "right")}
        seconds = sum(a["seconds"] for a in some) / len(some)
        shown = ["{:.0%} ({:.0%} to {:.0%})".format(rate, *wilson(rate, len(some))) for rate in rates.values()]
        rows.append([way, len(some), *shown, report.number(seconds)])
        figures = {name: f"{rate:.4g}" for name, rate in rates.items()} | {"seconds": f"{seconds:.4g}"}
        records.append({**report.provenance(), "model": model.name, "way": way, "questions": len(some), **figures})
    print(report.table("Questions to SQL", ["way", "n", "prepared", "executed", "right", "seconds"], rows))
    command.keep(arguments.record, "text_to_sql", records)


if __name__ == "__main__":
    main()
