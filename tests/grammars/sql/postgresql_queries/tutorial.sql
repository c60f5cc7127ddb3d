SELECT * FROM weather;
SELECT city, temp_lo, temp_hi, prcp, date FROM weather;
SELECT city, (temp_hi+temp_lo)/2 AS temp_avg, date FROM weather;
SELECT * FROM weather WHERE city = 'San Francisco' AND prcp > 0.0;
SELECT * FROM weather ORDER BY city, temp_lo;
SELECT DISTINCT city FROM weather ORDER BY city;
SELECT * FROM weather JOIN cities ON city = name;
SELECT city, temp_lo, temp_hi, prcp, date, location FROM weather JOIN cities ON city = name;
SELECT weather.city, weather.temp_lo, weather.temp_hi, weather.prcp, weather.date, cities.location FROM weather JOIN cities ON weather.city = cities.name;
SELECT * FROM weather, cities WHERE city = name;
SELECT * FROM weather LEFT OUTER JOIN cities ON weather.city = cities.name;
SELECT w1.city, w1.temp_lo AS low, w1.temp_hi AS high, w2.city, w2.temp_lo AS low, w2.temp_hi AS high FROM weather w1 JOIN weather w2 ON w1.temp_lo < w2.temp_lo AND w1.temp_hi > w2.temp_hi;
SELECT * FROM weather w JOIN cities c ON w.city = c.name;
SELECT max(temp_lo) FROM weather;
SELECT city FROM weather WHERE temp_lo = (SELECT max(temp_lo) FROM weather);
SELECT city, count(*), max(temp_lo) FROM weather GROUP BY city;
SELECT city, count(*), max(temp_lo) FROM weather GROUP BY city HAVING max(temp_lo) < 40;
SELECT city, count(*), max(temp_lo) FROM weather WHERE city LIKE 'S%' GROUP BY city;
SELECT city, count(*) FILTER (WHERE temp_lo < 45), max(temp_lo) FROM weather GROUP BY city;
SELECT depname, empno, salary, avg(salary) OVER (PARTITION BY depname) FROM empsalary;
SELECT depname, empno, salary, rank() OVER (PARTITION BY depname ORDER BY salary DESC) FROM empsalary;
SELECT salary, sum(salary) OVER () FROM empsalary;
SELECT salary, sum(salary) OVER (ORDER BY salary) FROM empsalary;
SELECT depname, empno, salary, enroll_date FROM (SELECT depname, empno, salary, enroll_date, rank() OVER (PARTITION BY depname ORDER BY salary DESC, empno) AS pos FROM empsalary) AS ss WHERE pos < 3;
-- outside: a named window
SELECT sum(salary) OVER w, avg(salary) OVER w FROM empsalary WINDOW w AS (PARTITION BY depname ORDER BY salary DESC);
SELECT name, elevation FROM capitals WHERE elevation > 500;
SELECT f.title, f.did, d.name, f.date_prod, f.kind FROM distributors d JOIN films f USING (did);
SELECT kind, sum(len) AS total FROM films GROUP BY kind;
SELECT kind, sum(len) AS total FROM films GROUP BY kind HAVING sum(len) < interval '5 hours';
SELECT * FROM distributors ORDER BY name;
-- outside: a place beside a star
SELECT * FROM distributors ORDER BY 2;
SELECT distributors.name FROM distributors WHERE distributors.name LIKE 'W%' UNION SELECT actors.name FROM actors WHERE actors.name LIKE 'W%';
-- outside: a star in a compound
WITH t AS (SELECT random() AS x FROM films) SELECT * FROM t UNION ALL SELECT * FROM t;
-- outside: WITH RECURSIVE
WITH RECURSIVE employee_recursive(distance, employee_name, manager_name) AS (SELECT 1, employee_name, manager_name FROM employee WHERE manager_name = 'Mary' UNION ALL SELECT er.distance + 1, e.employee_name, e.manager_name FROM employee_recursive er, employee e WHERE er.employee_name = e.manager_name) SELECT distance, employee_name FROM employee_recursive;
SELECT m.name AS mname, d.title FROM distributors m LEFT JOIN LATERAL (SELECT title FROM films WHERE films.did = m.did) d ON true;
SELECT f.title, length(f.title) AS n FROM films f WHERE f.date_prod > '1990-01-01' ORDER BY n DESC LIMIT 10 OFFSET 20;
WITH regional_sales AS (SELECT region, SUM(amount) AS total_sales FROM sales GROUP BY region), top_regions AS (SELECT region FROM regional_sales WHERE total_sales > (SELECT SUM(total_sales)/10 FROM regional_sales)) SELECT region, product, SUM(quantity) AS product_units, SUM(amount) AS product_sales FROM sales WHERE region IN (SELECT region FROM top_regions) GROUP BY region, product;
SELECT product, SUM(quantity) FROM sales GROUP BY GROUPING SETS ((product), ());
-- outside: a name that a query in FROM gives, used before FROM
SELECT a FROM (SELECT amount AS a FROM sales) AS sub WHERE a > 5;
SELECT CASE WHEN amount > 100 THEN 'high' ELSE 'low' END AS level, count(*) FROM sales GROUP BY CASE WHEN amount > 100 THEN 'high' ELSE 'low' END;
SELECT CASE region WHEN 'north' THEN 'N' WHEN 'south' THEN 'S' ELSE '?' END FROM sales;
SELECT region, product FROM sales GROUP BY region, product HAVING count(*) > 1 ORDER BY region ASC NULLS FIRST;
-- outside: DISTINCT ON
SELECT DISTINCT ON (region) region, sold_on, amount FROM sales ORDER BY region, sold_on DESC;
SELECT coalesce(product, 'none') || ' ' || to_char(sold_on, 'DD Mon') FROM sales;
SELECT date_trunc('week', sold_on) AS week, sum(amount) OVER (PARTITION BY region) FROM sales;
SELECT x.region FROM sales AS x CROSS JOIN sales AS y WHERE x.sold_on = y.sold_on AND x.product <> y.product;
SELECT sold_on FROM sales WHERE sold_on BETWEEN CURRENT_DATE - INTERVAL '7 days' AND CURRENT_DATE;
SELECT region, avg(amount)::numeric(10, 2) FROM sales GROUP BY region;
SELECT EXISTS (SELECT 1 FROM sales WHERE amount > 1000);
SELECT region FROM sales WHERE amount > ANY (SELECT amount FROM sales WHERE region = 'north') AND region IS NOT NULL;
SELECT region, sum(amount) AS total, rank() OVER (ORDER BY sum(amount) DESC) FROM sales GROUP BY region;
SELECT sum(amount) FILTER (WHERE region = 'north') / nullif(sum(amount), 0) FROM sales;
-- outside: functions that give rows
SELECT s.region, d.day FROM sales s JOIN generate_series(1, 7) AS d(day) ON d.day = extract(dow FROM s.sold_on);
-- outside: ORDER BY within an aggregate of DISTINCT values
SELECT string_agg(DISTINCT region, ',' ORDER BY region) FROM sales;
SELECT region, lag(amount, 1, 0) OVER (PARTITION BY region ORDER BY sold_on) FROM sales;
SELECT product FROM sales WHERE product SIMILAR TO '(a|b)%';
SELECT trim(both ' ' FROM product), overlay(product placing 'xx' from 1 for 2) FROM sales;
SELECT ROW_NUMBER() OVER (ORDER BY amount DESC) AS rn, product FROM sales WHERE NOT (region = 'north' OR region = 'south');
SELECT max(sold_on) - interval '1 month' FROM sales;
SELECT substring(product FROM 1 FOR 3) AS code, count(*) FROM sales GROUP BY code;
