SELECT company_name, city FROM customers WHERE country = 'Germany' ORDER BY city, company_name;
SELECT category_name, product_name FROM categories INNER JOIN products ON categories.category_id = products.category_id ORDER BY category_name;
SELECT product_name, unit_price FROM products WHERE unit_price > (SELECT AVG(unit_price) FROM products) ORDER BY unit_price;
SELECT DISTINCT a.order_id, a.order_date FROM orders a, order_details b WHERE a.order_id = b.order_id AND b.discount > 0;
SELECT order_id, SUM(unit_price * quantity * (1 - discount)) AS subtotal FROM order_details GROUP BY order_id ORDER BY order_id;
SELECT DISTINCT date(a.order_date) AS ordered, a.order_id, b.subtotal, strftime('%Y', a.order_date) AS year
FROM orders a
INNER JOIN (
    SELECT DISTINCT order_id, SUM(unit_price * quantity * (1 - discount)) AS subtotal
    FROM order_details
    GROUP BY order_id
) b ON a.order_id = b.order_id
WHERE a.order_date BETWEEN date('1996-12-24') AND date('1997-09-30')
ORDER BY a.order_date;
SELECT y.order_id, y.customer_id, x.product_name, y.quantity FROM products x INNER JOIN (SELECT o.order_id, o.customer_id, d.product_id, d.quantity FROM orders o JOIN order_details d ON o.order_id = d.order_id) y ON x.product_id = y.product_id;
SELECT 'customers' AS kind, company_name FROM customers UNION ALL SELECT 'products', product_name FROM products ORDER BY company_name;
SELECT c.category_name, CASE WHEN p.unit_price < 10 THEN 'cheap' WHEN p.unit_price < 30 THEN 'fair' ELSE 'dear' END AS band, COUNT(*) AS n FROM products p JOIN categories c ON c.category_id = p.category_id GROUP BY c.category_name, band;
SELECT customer_id, COUNT(*) FROM orders GROUP BY customer_id HAVING COUNT(*) > 10 ORDER BY COUNT(*) DESC;
SELECT * FROM products WHERE product_name LIKE 'C%' AND units_in_stock <> 0;
SELECT * FROM products WHERE category_id IN (1, 3, 5) LIMIT 10;
SELECT TOTAL(freight) FROM orders WHERE ship_country IS NOT NULL;
SELECT ship_country, AVG(freight) AS average_freight FROM orders GROUP BY ship_country ORDER BY average_freight DESC LIMIT 3;
SELECT c.company_name, o.order_id FROM customers c LEFT JOIN orders o USING (customer_id) WHERE o.order_id IS NULL;
SELECT o.order_id FROM orders o JOIN order_details d ON d.order_id = o.order_id GROUP BY o.order_id HAVING COUNT(DISTINCT d.product_id) >= 5;
SELECT p.product_name, SUM(d.quantity) AS total_quantity FROM products AS p JOIN order_details AS d ON p.product_id = d.product_id GROUP BY p.product_id, p.product_name ORDER BY total_quantity DESC LIMIT 5;
SELECT order_id, order_date, julianday('now') - julianday(order_date) AS age FROM orders WHERE age > 30;
SELECT order_date, freight, AVG(freight) OVER (ORDER BY order_date ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS moving FROM orders;
SELECT customer_id, order_id, order_date, FIRST_VALUE(order_date) OVER (PARTITION BY customer_id ORDER BY order_date) AS first_order FROM orders;
SELECT product_name, NTILE(4) OVER (ORDER BY unit_price) AS quartile FROM products;
WITH spending AS (SELECT o.customer_id, SUM(d.unit_price * d.quantity) AS amount FROM orders o JOIN order_details d ON o.order_id = d.order_id GROUP BY o.customer_id),
average AS (SELECT AVG(amount) AS mean FROM spending)
SELECT c.company_name, s.amount FROM spending s JOIN customers c ON c.customer_id = s.customer_id CROSS JOIN average WHERE s.amount > average.mean;
SELECT country, COUNT(*) AS n, GROUP_CONCAT(DISTINCT city) FROM customers GROUP BY country;
SELECT product_name FROM products p WHERE unit_price = (SELECT MAX(unit_price) FROM products WHERE category_id = p.category_id);
SELECT strftime('%Y-%m', order_date) AS month, SUM(freight) FROM orders GROUP BY month HAVING SUM(freight) > 100 ORDER BY month;
SELECT count(*) FROM orders WHERE order_date >= '1997-01-01' AND order_date < '1998-01-01';
SELECT product_name, units_in_stock, unit_price * units_in_stock AS value FROM products ORDER BY value DESC NULLS LAST;
SELECT iif(discount > 0, 'yes', 'no') AS discounted, COUNT(*) FROM order_details GROUP BY discounted;
SELECT a.company_name AS customer1, b.company_name AS customer2, a.city FROM customers a, customers b WHERE a.customer_id <> b.customer_id AND a.city = b.city ORDER BY a.city;
SELECT company_name FROM customers WHERE customer_id IN (SELECT customer_id FROM orders WHERE order_id IN (SELECT order_id FROM order_details WHERE product_id IN (SELECT product_id FROM products WHERE product_name = 'Chai')));
SELECT category_name FROM categories WHERE EXISTS (SELECT product_name FROM products WHERE products.category_id = categories.category_id AND unit_price < 20);
SELECT MIN(unit_price) AS smallest_price, MAX(unit_price) AS largest_price FROM products;
SELECT COUNT(DISTINCT country) FROM customers;
SELECT * FROM customers WHERE country = 'Spain' AND (company_name LIKE 'G%' OR company_name LIKE 'R%');
SELECT * FROM customers WHERE NOT country = 'Germany' AND NOT country = 'USA';
SELECT customers.company_name, orders.order_id FROM customers FULL OUTER JOIN orders ON customers.customer_id = orders.customer_id ORDER BY customers.company_name;
SELECT orders.order_id, customers.company_name FROM orders RIGHT JOIN customers ON orders.customer_id = customers.customer_id;
SELECT order_id, quantity, CASE WHEN quantity > 30 THEN 'The quantity is greater than 30' WHEN quantity = 30 THEN 'The quantity is 30' ELSE 'The quantity is under 30' END AS text FROM order_details;
SELECT company_name, city, country FROM customers ORDER BY (CASE WHEN city IS NULL THEN country ELSE city END);
SELECT product_name, unit_price * (units_in_stock + ifnull(units_in_stock, 0)) FROM products;
SELECT * FROM customers LIMIT 3;
SELECT * FROM customers LIMIT 5, 10;
SELECT * FROM order_details WHERE (order_id, product_id) IN (SELECT order_id, product_id FROM order_details WHERE quantity > 100);
SELECT * FROM orders WHERE customer_id = :customer AND freight > ?;
SELECT order_id FROM orders WHERE freight > 1e2 AND freight < 1.5e+3;
SELECT product_id, quantity, SUM(quantity) OVER win AS running, COUNT(*) OVER win AS n FROM order_details WINDOW win AS (PARTITION BY product_id ORDER BY order_id);
SELECT o.customer_id, COUNT(*) AS n FROM orders AS o WHERE o.order_date > (SELECT date(MAX(order_date), '-1 year') FROM orders) GROUP BY o.customer_id ORDER BY n DESC, o.customer_id ASC LIMIT 10;
SELECT country, n FROM (SELECT country, COUNT(*) AS n FROM customers GROUP BY country) WHERE n >= 3;
SELECT c.country, SUM(t.amount) AS total FROM customers AS c JOIN (SELECT o.customer_id, d.unit_price * d.quantity AS amount FROM orders o JOIN order_details d ON o.order_id = d.order_id) AS t ON t.customer_id = c.customer_id GROUP BY c.country;
SELECT month, total, total - LAG(total, 1) OVER (ORDER BY month) AS growth FROM (SELECT strftime('%Y-%m', order_date) AS month, SUM(freight) AS total FROM orders GROUP BY 1);
