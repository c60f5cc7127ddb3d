SELECT name, email FROM customers WHERE active ORDER BY name;
SELECT * FROM products WHERE price BETWEEN 10 AND 20;
SELECT c.name, count(*) AS orders FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name ORDER BY orders DESC LIMIT 10;
SELECT c.name, count(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name HAVING count(o.id) > 3;
SELECT date_trunc('month', ordered_on) AS month, sum(total) AS revenue FROM orders GROUP BY 1 ORDER BY 1;
SELECT date_trunc('month', ordered_on) AS month, sum(total) AS revenue FROM orders GROUP BY month ORDER BY month;
SELECT p.category, ROUND(AVG(p.price), 2) AS average FROM products p GROUP BY p.category;
SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders);
SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id);
SELECT name FROM products WHERE price = (SELECT max(price) FROM products);
SELECT o.id, o.total, sum(oi.quantity * oi.unit_price) AS computed FROM orders o JOIN order_items oi ON oi.order_id = o.id GROUP BY o.id, o.total;
SELECT COUNT(DISTINCT customer_id) FROM orders WHERE ordered_on >= '2023-01-01';
SELECT country, count(*) FROM customers WHERE country IS NOT NULL GROUP BY country ORDER BY count(*) DESC, country LIMIT 5 OFFSET 5;
SELECT lower(email) FROM customers WHERE email LIKE '%@example.com' OR email ILIKE 'admin%';
SELECT CASE WHEN total > 1000 THEN 'large' WHEN total > 100 THEN 'medium' ELSE 'small' END AS size, count(*) FROM orders GROUP BY 1;
SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY ordered_on DESC) AS n FROM orders;
WITH totals AS (SELECT customer_id, sum(total) AS spent FROM orders GROUP BY customer_id) SELECT c.name, t.spent FROM totals t JOIN customers c ON c.id = t.customer_id WHERE t.spent > 500 ORDER BY t.spent DESC;
-- outside: a name that a query in FROM gives, used before FROM
SELECT s.name, s.n FROM (SELECT c.name, count(*) AS n FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name) AS s WHERE s.n > 2;
SELECT name FROM customers UNION SELECT name FROM products ORDER BY name;
SELECT status, count(*) FILTER (WHERE total > 100) AS big, count(*) AS every_one FROM orders GROUP BY status;
-- outside: GROUP BY an expression that is selected
SELECT coalesce(category, 'none') AS category, count(*) FROM products GROUP BY coalesce(category, 'none');
SELECT extract(year FROM ordered_on) AS year, sum(total) FROM orders GROUP BY year;
SELECT extract(year from ordered_on) AS y, extract(month from ordered_on) AS m, count(*) FROM orders GROUP BY 1, 2 ORDER BY 1, 2;
SELECT * FROM orders WHERE ordered_on > current_date - interval '30 days';
SELECT * FROM orders WHERE shipped_at IS NULL AND ordered_on < CURRENT_DATE - 7;
SELECT o.id, o.shipped_at - o.ordered_on AS delay FROM orders o WHERE o.shipped_at IS NOT NULL;
SELECT name, price * 1.2 AS gross FROM products ORDER BY price * 1.2 DESC;
SELECT DISTINCT country FROM customers ORDER BY country;
SELECT string_agg(name, ', ') FROM products WHERE category = 'book';
SELECT category, array_agg(name) FROM products GROUP BY category;
SELECT oi.product_id, sum(oi.quantity) FROM order_items oi GROUP BY oi.product_id ORDER BY sum(oi.quantity) DESC LIMIT 3;
SELECT p.name, coalesce(sum(oi.quantity), 0) AS sold FROM products p LEFT JOIN order_items oi ON oi.product_id = p.id GROUP BY p.id, p.name;
SELECT id::text || ': ' || status FROM orders;
SELECT name || ' <' || email || '>' AS address FROM customers;
SELECT to_char(ordered_on, 'YYYY-MM') AS month, count(*) FROM orders GROUP BY 1;
SELECT avg(total)::numeric AS mean FROM orders;
SELECT max(created_at) - min(created_at) FROM customers;
SELECT count(*) FROM orders WHERE extract(dow FROM ordered_on) IN (0, 6);
SELECT nullif(status, 'new') FROM orders;
SELECT greatest(price, 10), least(price, 5) FROM products;
SELECT c.country, avg(o.total) FROM customers c, orders o WHERE c.id = o.customer_id GROUP BY c.country;
SELECT a.name, b.name FROM products a JOIN products b ON a.category = b.category AND a.id < b.id;
SELECT name FROM products WHERE category IN ('book', 'toy') AND NOT price > 50;
SELECT total, lag(total) OVER (ORDER BY ordered_on) FROM orders;
SELECT total, sum(total) OVER (ORDER BY ordered_on) FROM orders;
SELECT name, price, rank() OVER (PARTITION BY category ORDER BY price DESC) FROM products;
SELECT * FROM (SELECT name, row_number() OVER (PARTITION BY category ORDER BY price DESC) AS place FROM products) ranked WHERE place = 1;
SELECT id FROM orders WHERE total > ALL (SELECT price FROM products WHERE price IS NOT NULL);
SELECT id FROM customers WHERE id = ANY (SELECT customer_id FROM orders);
SELECT product_id FROM order_items INTERSECT SELECT id FROM products;
SELECT id FROM customers EXCEPT SELECT customer_id FROM orders;
SELECT upper(left(name, 1)) || substr(name, 2) FROM products;
SELECT length(trim(name)) FROM customers;
SELECT split_part(email, '@', 2) AS domain, count(*) FROM customers GROUP BY domain ORDER BY 2 DESC;
-- outside: GROUP BY an expression that is selected
SELECT created_at::date, count(*) FROM customers GROUP BY created_at::date;
SELECT cast(price AS integer) FROM products;
SELECT round(weight::numeric, 1) FROM products;
SELECT weight * 2.2046 AS pounds FROM products WHERE weight IS NOT NULL;
SELECT sum(CASE WHEN status = 'new' THEN 1 ELSE 0 END) AS new_ones FROM orders;
SELECT name FROM products WHERE name ~* '^the ';
SELECT o.* FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.country = 'DE';
SELECT c.name, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c ORDER BY n DESC;
-- outside: row values
SELECT id FROM orders WHERE (customer_id, ordered_on) IN (SELECT customer_id, max(ordered_on) FROM orders GROUP BY customer_id);
-- outside: DISTINCT ON
SELECT DISTINCT ON (customer_id) customer_id, id FROM orders ORDER BY customer_id, ordered_on DESC;
-- outside: functions that give rows
SELECT generate_series(1, 10);
SELECT current_date, now();
SELECT 1 + 1;
-- outside: TABLESAMPLE
SELECT count(*) FROM orders TABLESAMPLE SYSTEM (1);
-- outside: LATERAL
SELECT c.name FROM customers c CROSS JOIN LATERAL (SELECT 1 FROM orders o WHERE o.customer_id = c.id) l;
SELECT total % 7, abs(total), sqrt(total), power(total, 2) FROM orders;
SELECT position('@' IN email) FROM customers;
SELECT customers.name FROM customers INNER JOIN orders ON customers.id = orders.customer_id WHERE orders.status <> 'done';
SELECT age(created_at) FROM customers;
SELECT o.id FROM orders o JOIN order_items i ON o.id = i.order_id JOIN products p ON p.id = i.product_id WHERE p.category = 'book' GROUP BY o.id HAVING sum(i.quantity) >= 2 ORDER BY o.id;
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders;
SELECT name FROM customers ORDER BY created_at DESC NULLS LAST LIMIT 1;
SELECT name FROM customers FETCH FIRST 5 ROWS ONLY;
SELECT id, total FROM orders WHERE total IS DISTINCT FROM 0;
SELECT min(price), max(price), avg(price), stddev(price) FROM products;
