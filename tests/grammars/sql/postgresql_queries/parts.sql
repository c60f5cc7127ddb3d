SELECT l_returnflag, sum(l_quantity) AS sum_qty, sum(l_extendedprice * (1 - l_discount)) AS sum_disc_price, count(*) AS count_order FROM lineitem WHERE l_shipdate <= date '1998-12-01' - interval '90 days' GROUP BY l_returnflag ORDER BY l_returnflag;
SELECT s_name, s_acctbal FROM supplier, nation WHERE s_nationkey = n_nationkey AND n_name = 'GERMANY';
SELECT sum(l_extendedprice * l_discount) AS revenue FROM lineitem WHERE l_shipdate >= date '1994-01-01' AND l_shipdate < date '1994-01-01' + interval '1 year' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24;
SELECT p_partkey, min(ps_supplycost) FROM part JOIN partsupp ON p_partkey = ps_partkey WHERE p_size = 15 GROUP BY p_partkey;
SELECT n_name, sum(s_acctbal) AS balance FROM supplier JOIN nation ON s_nationkey = n_nationkey GROUP BY n_name ORDER BY balance DESC;
SELECT 100.00 * sum(CASE WHEN p_name LIKE 'PROMO%' THEN l_extendedprice * (1 - l_discount) ELSE 0 END) / sum(l_extendedprice * (1 - l_discount)) AS promo FROM lineitem, part WHERE l_partkey = p_partkey;
SELECT ps_partkey, sum(ps_supplycost * ps_availqty) AS value FROM partsupp GROUP BY ps_partkey HAVING sum(ps_supplycost * ps_availqty) > (SELECT sum(ps_supplycost * ps_availqty) * 0.0001 FROM partsupp) ORDER BY value DESC;
SELECT count(*) FROM lineitem WHERE l_commitdate < l_shipdate;
-- outside: GROUP BY an expression that is selected
SELECT extract(year FROM l_shipdate) AS l_year, sum(l_extendedprice) FROM lineitem GROUP BY extract(year FROM l_shipdate);
SELECT s_suppkey FROM supplier WHERE s_suppkey NOT IN (SELECT ps_suppkey FROM partsupp WHERE ps_availqty > 100);
SELECT avg(l_quantity) FROM lineitem WHERE l_partkey IN (SELECT p_partkey FROM part WHERE p_retailprice > 1000);
