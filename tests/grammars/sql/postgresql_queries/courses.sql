SELECT first_name || ' ' || last_name AS student FROM student WHERE gpa >= 3.5 ORDER BY gpa DESC;
SELECT title, count(*) FROM course JOIN enrolled USING (course_id) GROUP BY title;
SELECT course_id, title, avg(grade) FROM course LEFT JOIN enrolled USING (course_id) GROUP BY course_id, title;
SELECT dept, round(avg(salary), 2) FROM teacher GROUP BY dept HAVING avg(salary) > 50000;
SELECT round(avg(gpa)::numeric, 2) FROM student;
SELECT t.name, b.name AS boss FROM teacher t LEFT JOIN teacher b ON t.boss = b.teacher_id;
SELECT last_name FROM student WHERE student_id IN (SELECT student_id FROM enrolled WHERE grade < 2.0);
SELECT name FROM teacher WHERE salary > (SELECT avg(salary) FROM teacher);
SELECT name FROM teacher t WHERE salary > (SELECT avg(salary) FROM teacher WHERE dept = t.dept);
SELECT dept FROM course UNION ALL SELECT dept FROM teacher;
SELECT age(born) FROM student;
SELECT first_name FROM student WHERE born < DATE '2000-01-01';
SELECT extract(year FROM age(born)) FROM student;
SELECT dept, count(DISTINCT course_id) AS courses FROM course GROUP BY dept ORDER BY courses DESC LIMIT 1;
SELECT name, hired + interval '1 year' AS anniversary FROM teacher;
SELECT ntile(4) OVER (ORDER BY gpa) AS quartile, last_name FROM student;
SELECT dept, salary, dense_rank() OVER (PARTITION BY dept ORDER BY salary DESC) AS r FROM teacher;
-- outside: WITH RECURSIVE
WITH RECURSIVE up AS (SELECT teacher_id, boss FROM teacher UNION ALL SELECT t.teacher_id, t.boss FROM teacher t JOIN up ON up.boss = t.teacher_id) SELECT * FROM up;
WITH best AS (SELECT dept, max(salary) AS most FROM teacher GROUP BY dept), few AS (SELECT dept FROM course GROUP BY dept HAVING count(*) < 3) SELECT best.dept, most FROM best JOIN few ON few.dept = best.dept;
-- outside: NATURAL JOIN
SELECT s.last_name, e.term, e.grade FROM student s NATURAL JOIN enrolled e;
SELECT coalesce(grade, 0) FROM enrolled;
SELECT count(*) AS n, term FROM enrolled GROUP BY term ORDER BY n;
SELECT CASE WHEN grade >= 3 THEN grade ELSE 0 END FROM enrolled;
SELECT bool_and(grade > 1) FROM enrolled;
SELECT name FROM teacher WHERE hired BETWEEN '2010-01-01' AND '2019-12-31';
SELECT sum(credits) AS credits FROM course c JOIN enrolled e ON e.course_id = c.course_id WHERE e.student_id = 7;
SELECT last_name, rank() OVER (ORDER BY gpa DESC) FROM student;
-- outside: ROLLUP
SELECT dept, sum(salary) FROM teacher GROUP BY ROLLUP (dept);
SELECT initcap(lower(title)) FROM course WHERE title IS NOT NULL;
SELECT 'total' AS what, count(*) AS n FROM student UNION SELECT 'teachers', count(*) FROM teacher;
