SELECT handle FROM account WHERE joined > now() - interval '7 days';
SELECT a.handle, count(e.id) FROM account a JOIN event e ON e.account_id = a.id GROUP BY a.handle;
SELECT date_trunc('hour', at) AS hour, count(*) FROM event GROUP BY hour ORDER BY hour;
SELECT kind, count(*) FROM event GROUP BY kind;
-- outside: an enumeration's value
SELECT * FROM event WHERE kind = 'warning';
-- outside: operators of json
SELECT payload ->> 'name' FROM event;
SELECT id FROM account WHERE id = '123e4567-e89b-12d3-a456-426614174000';
SELECT account_id, max(at) AS latest FROM event GROUP BY account_id;
SELECT avg(ended - started) FROM session;
SELECT account_id, sum(length) FROM session GROUP BY account_id;
SELECT extract(epoch FROM ended - started) FROM session;
SELECT extract(epoch FROM (ended - started)) FROM session;
SELECT count(*) FROM event WHERE at >= timestamp '2024-01-01 00:00:00' AND at < timestamp '2024-02-01 00:00:00';
-- outside: operators of arrays
SELECT id FROM event WHERE 'x' = ANY (tags);
SELECT id, price / 100.0 AS euros FROM event WHERE price IS NOT NULL;
SELECT a.handle FROM account a LEFT JOIN session s ON s.account_id = a.id WHERE s.account_id IS NULL;
SELECT to_char(at, 'HH24:MI') FROM event;
SELECT settings FROM account WHERE settings IS NOT NULL;
SELECT at::date AS day, count(DISTINCT account_id) AS users FROM event GROUP BY 1 ORDER BY day DESC;
SELECT account_id, at - lag(at) OVER (PARTITION BY account_id ORDER BY at) AS since FROM event;
SELECT date_part('hour', at) FROM event;
SELECT at AT TIME ZONE 'UTC' FROM event;
