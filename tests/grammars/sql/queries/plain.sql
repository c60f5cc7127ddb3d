SELECT 1;
SELECT 1 + 2 * 3 AS seven;
SELECT a, b FROM x;
SELECT x.a, x.b FROM x;
SELECT x.a AS a, x.b AS b FROM x WHERE x.a > 1 AND x.b < 3 OR x.a = x.b;
SELECT * FROM x JOIN y ON x.b = y.b;
SELECT x.a, SUM(y.c) FROM x LEFT JOIN y ON x.b = y.b GROUP BY x.a;
SELECT a FROM x UNION SELECT b FROM y UNION ALL SELECT c FROM z;
SELECT a FROM x WHERE a IN (SELECT b FROM y) OR a IN (1, 2, 3);
SELECT a FROM x WHERE a NOT IN (1, 2) AND b NOT BETWEEN 1 AND 2;
SELECT a FROM x WHERE (a, b) = (1, 2);
SELECT CASE a WHEN 1 THEN 'one' END FROM x;
SELECT CASE WHEN a < b THEN 1 WHEN a < 3 THEN 2 ELSE 3 END FROM x;
SELECT DISTINCT a, b FROM x ORDER BY a DESC, b ASC LIMIT 5 OFFSET 2;
SELECT a AS "quoted name" FROM x ORDER BY "quoted name";
SELECT "a", "x"."b" FROM "x";
SELECT [a], [x].[b] FROM [x];
SELECT `a` FROM `x`;
SELECT CAST(a AS TEXT), CAST(b AS REAL) FROM x;
SELECT CAST(a AS VARCHAR(10)), CAST(b AS DECIMAL(10, 2)) FROM x;
SELECT -a, +a, ~a, NOT a FROM x;
SELECT a & b, a | b, a << 2, a >> 1 FROM x;
SELECT a == b, a <> b, a != b, a IS b, a IS NOT b FROM x;
SELECT a IS DISTINCT FROM b FROM x;
SELECT a || b || 'c' FROM x;
SELECT a GLOB 'x*', b LIKE '%y_' FROM x;
SELECT COUNT(*), COUNT(a), COUNT(DISTINCT b), SUM(a), TOTAL(a), AVG(a), MIN(a), MAX(b) FROM x;
SELECT MAX(a, b), MIN(1, a) FROM x;
SELECT a, COUNT(*) FROM x GROUP BY a HAVING COUNT(*) > 1 AND SUM(b) > 10;
SELECT a + 1 AS c, SUM(b) FROM x GROUP BY c;
SELECT a, b, SUM(b) OVER (PARTITION BY a ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM x;
SELECT a, SUM(b) OVER (ORDER BY a RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM x;
SELECT a, LEAD(b, 1, 0) OVER (PARTITION BY a ORDER BY b), LAST_VALUE(b) OVER (ORDER BY a) FROM x;
SELECT ROW_NUMBER() OVER () FROM x;
SELECT SUM(a) FILTER (WHERE b > 1) OVER (ORDER BY a) FROM x;
WITH t AS (SELECT a FROM x) SELECT * FROM t;
WITH t AS (SELECT a FROM x), u AS (SELECT a FROM t WHERE a > 1) SELECT u.a, t.a FROM t JOIN u ON t.a = u.a;
WITH t(m, n) AS (SELECT a, b FROM x) SELECT m + n FROM t;
WITH RECURSIVE cnt(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM cnt WHERE i < 100) SELECT i FROM cnt;
WITH RECURSIVE cnt(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM cnt LIMIT 10) SELECT i FROM cnt;
WITH RECURSIVE fib AS (SELECT 0 AS p, 1 AS q UNION ALL SELECT q, p + q FROM fib WHERE q < 1000) SELECT p FROM fib;
VALUES (1, 2), (3, 4);
SELECT * FROM (VALUES (1, 2), (3, 4));
SELECT x.a FROM x, (SELECT b FROM y) AS t WHERE x.b = t.b;
SELECT t.b FROM (SELECT b FROM y) AS t;
SELECT b FROM (SELECT b FROM y) t;
SELECT * FROM (SELECT * FROM (SELECT a, b FROM x) AS u) AS t;
SELECT q.total FROM (SELECT SUM(c) AS total FROM y GROUP BY b) AS q WHERE q.total > 3;
SELECT a FROM x WHERE EXISTS (SELECT 1 FROM y WHERE y.b = x.b) AND NOT EXISTS (SELECT 1 FROM z WHERE z.c = x.a);
SELECT (SELECT MAX(c) FROM y WHERE y.b = x.b) AS m FROM x ORDER BY m;
SELECT x.a, y.c FROM x, y, z WHERE x.b = y.b AND y.c = z.c;
SELECT * FROM x NATURAL JOIN y;
SELECT a, c FROM x NATURAL LEFT JOIN y;
SELECT x.a FROM x CROSS JOIN y INNER JOIN z ON y.c = z.c;
SELECT * FROM x LEFT JOIN (y JOIN z ON y.c = z.c) ON x.b = y.b;
SELECT a FROM x WHERE a = 1.5 OR a = .5 OR a = 1e10 OR a = 0xFF;
SELECT X'AB12', x'00' FROM x;
SELECT TRUE, FALSE, NULL, CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP;
SELECT 'it''s';
SELECT a FROM x ORDER BY a NULLS FIRST, b DESC NULLS LAST;
SELECT a FROM x ORDER BY a + b, LOWER(b);
-- outside: the rowid, without system
SELECT rowid, a FROM x;
SELECT a FROM x WHERE a = ?;
SELECT a FROM x WHERE a > :low AND a < :high;
SELECT a FROM x LIMIT 10 OFFSET 5;
SELECT COALESCE(a, b, 0), IFNULL(a, 1), NULLIF(a, b), IIF(a > b, a, b) FROM x;
SELECT SUBSTR(b, 1, 3), INSTR(b, 'x'), REPLACE(b, 'x', 'y'), TRIM(b), LENGTH(b), UPPER(b), printf('%d', a) FROM x;
SELECT json_extract(b, '$.k') FROM x;
SELECT strftime('%s', 'now'), date('now', '-1 day'), datetime(a, 'unixepoch') FROM x;
SELECT a FROM x AS u WHERE u.a > (SELECT AVG(a) FROM x WHERE b = u.b);
SELECT a FROM x GROUP BY 1;
SELECT a, b FROM x GROUP BY a, b HAVING a > 1;
SELECT SUM(a) * 1.0 / COUNT(*) FROM x;
SELECT MAX((SELECT COUNT(*) FROM y)) FROM x;
SELECT ROUND(AVG(a), 2) FROM x;
SELECT ABS(a - (b + (a * (b - (a + 1))))) FROM x;
SELECT a FROM x WHERE ((a = 1 AND b = 2) OR (a = 3 AND (b = 4 OR (b = 5 AND a < 9))));
SELECT COALESCE(UPPER(TRIM(SUBSTR(REPLACE(b, 'a', 'b'), 1, 2))), '') FROM x;
SELECT a FROM x WHERE a IS NULL AND b ISNULL OR b NOTNULL;
SELECT b COLLATE NOCASE FROM x ORDER BY b COLLATE RTRIM DESC;
SELECT a alias_without_as, b "other" FROM x;
SELECT u.a the_a FROM x u;
SELECT a FROM x WHERE b LIKE 'x' || '%';
select a from x where a between 1 and 5 order by 1 desc limit 3;
SELECT
  a,
  COUNT(*) AS n
FROM
  x
WHERE
  b > 1
GROUP BY
  a
ORDER BY
  n DESC;
-- outside: the name of the schema
SELECT main.x.a FROM main.x;
SELECT t.a, t.n FROM (SELECT a, COUNT(*) AS n FROM x GROUP BY a) t JOIN (SELECT b, SUM(c) AS s FROM y GROUP BY b) u ON t.a = u.b WHERE t.n > u.s;
SELECT first_a.a FROM x AS first_a JOIN x AS second_a ON first_a.a = second_a.b;
SELECT COUNT(*) AS total, SUM(CASE WHEN a > 1 THEN 1 ELSE 0 END) AS big FROM x;
SELECT total(a) + 1 AS total FROM x WHERE a > (SELECT MIN(b) FROM y) + 1;
SELECT DISTINCT x.b FROM x INNER JOIN y ON x.b = y.b AND (x.a > 1 OR y.c < 2);
SELECT a FROM x INTERSECT SELECT b FROM y ORDER BY a;
SELECT a, b FROM x UNION ALL SELECT b, c FROM y ORDER BY a, 2 LIMIT 3;
SELECT MAX(a) AS m FROM x GROUP BY b ORDER BY MAX(a) DESC;
SELECT y.b, GROUP_CONCAT(y.c, ';') FROM y GROUP BY y.b;
SELECT a % 2 AS parity, COUNT(*) FROM x GROUP BY a % 2;
SELECT * FROM x WHERE (a + b) * 2 > 10;
SELECT * FROM x, y;
SELECT x.*, y.c FROM x JOIN y ON x.b = y.b;
