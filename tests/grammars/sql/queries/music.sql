SELECT * FROM Artist;
SELECT Name FROM Artist WHERE ArtistId = 3;
SELECT COUNT(*) FROM Track;
SELECT name, count(*) FROM genre GROUP BY name ORDER BY count(*) DESC LIMIT 5;
SELECT T1.Name, T2.Title FROM Artist AS T1 JOIN Album AS T2 ON T1.ArtistId = T2.ArtistId;
SELECT ar.Name, COUNT(al.AlbumId) AS albums FROM Artist ar LEFT JOIN Album al ON ar.ArtistId = al.ArtistId GROUP BY ar.Name;
SELECT Title FROM Album JOIN Artist USING (ArtistId) WHERE Name LIKE 'A%';
SELECT Milliseconds, Title FROM Track, Album WHERE Track.AlbumId = Album.AlbumId;
SELECT Country, SUM(Total) AS "Total sales" FROM Customer c INNER JOIN Invoice i ON c.CustomerId = i.CustomerId GROUP BY Country HAVING SUM(Total) > 10 ORDER BY 2 DESC;
SELECT FirstName || ' ' || LastName AS full_name FROM Customer WHERE CustomerId NOT IN (SELECT CustomerId FROM Invoice);
SELECT e.LastName, m.LastName FROM Employee e LEFT JOIN Employee m ON e.ReportsTo = m.EmployeeId;
SELECT a.Title, (SELECT COUNT(*) FROM Track t WHERE t.AlbumId = a.AlbumId) AS tracks FROM Album a ORDER BY tracks DESC;
SELECT Name FROM Track WHERE EXISTS (SELECT 1 FROM InvoiceLine l WHERE l.TrackId = Track.TrackId);
SELECT DISTINCT BillingCountry FROM Invoice ORDER BY BillingCountry ASC;
SELECT Name FROM Artist UNION SELECT Name FROM Genre ORDER BY 1;
WITH totals AS (SELECT CustomerId, SUM(Total) AS spent FROM Invoice GROUP BY CustomerId) SELECT LastName, spent FROM totals JOIN Customer ON totals.CustomerId = Customer.CustomerId WHERE spent > 40;
SELECT Name, ROW_NUMBER() OVER (PARTITION BY AlbumId ORDER BY Milliseconds DESC) AS place FROM Track;
SELECT CASE WHEN Total > 10 THEN 'big' ELSE 'small' END AS size, COUNT(*) FROM Invoice GROUP BY CustomerId;
SELECT strftime('%Y', InvoiceDate) AS year, AVG(Total) FROM Invoice GROUP BY strftime('%Y', InvoiceDate);
SELECT 1 FROM (SELECT COUNT(*) AS n FROM Track GROUP BY AlbumId) AS s WHERE s.n > 3 ORDER BY n;
SELECT CAST(UnitPrice AS INTEGER), round(Milliseconds / 60000.0, 2) FROM Track WHERE UnitPrice BETWEEN 0.5 AND 1.5 AND Name IS NOT NULL;
SELECT t.* FROM Track AS t LIMIT 10 OFFSET 20;
SELECT FirstName, LastName, CustomerId, Country
FROM Customer
WHERE Country != 'USA';
SELECT c.FirstName || ' ' || c.LastName AS Name, i.InvoiceId, i.InvoiceDate, i.BillingCountry
FROM Invoice i
  JOIN Customer c ON c.CustomerId = i.CustomerId
WHERE c.Country = 'Brazil';
SELECT LastName FROM Employee WHERE Title = 'Sales Support Agent';
SELECT DISTINCT BillingCountry FROM Invoice;
SELECT e.LastName, i.InvoiceId
FROM Employee AS e
JOIN Customer AS c ON e.EmployeeId = c.SupportRepId
JOIN Invoice AS i ON i.CustomerId = c.CustomerId
ORDER BY e.LastName;
SELECT COUNT(*), SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2009%' OR InvoiceDate LIKE '2011%';
SELECT COUNT(*) FROM InvoiceLine WHERE InvoiceId = 37;
SELECT InvoiceId, COUNT(*) FROM InvoiceLine GROUP BY InvoiceId;
SELECT il.InvoiceLineId, t.Name FROM InvoiceLine il INNER JOIN Track t ON il.TrackId = t.TrackId ORDER BY il.InvoiceLineId;
SELECT il.*, t.Name AS "Track", ar.Name AS "Artist"
FROM InvoiceLine il
LEFT JOIN Track t ON il.TrackId = t.TrackId
INNER JOIN Album a ON a.AlbumId = t.AlbumId
LEFT JOIN Artist ar ON ar.ArtistId = a.ArtistId;
SELECT BillingCountry, COUNT(InvoiceId) AS "# of invoices" FROM Invoice GROUP BY BillingCountry;
SELECT Track.Name, Album.Title, Genre.Name FROM Track JOIN Album ON Track.AlbumId = Album.AlbumId JOIN Genre ON Track.GenreId = Genre.GenreId;
SELECT Invoice.*, COUNT(InvoiceLine.InvoiceLineId) AS "Number of lines" FROM Invoice JOIN InvoiceLine ON Invoice.InvoiceId = InvoiceLine.InvoiceId GROUP BY Invoice.InvoiceId;
SELECT e.LastName, SUM(i.Total) AS Total FROM Employee e JOIN Customer c ON e.EmployeeId = c.SupportRepId JOIN Invoice i ON c.CustomerId = i.CustomerId GROUP BY e.EmployeeId ORDER BY Total DESC LIMIT 1;
SELECT BillingCountry, SUM(Total) AS TotalSales FROM Invoice GROUP BY 1 ORDER BY TotalSales DESC LIMIT 1;
SELECT t.Name, SUM(il.Quantity) AS Purchases FROM InvoiceLine il JOIN Track t ON il.TrackId = t.TrackId JOIN Invoice i ON il.InvoiceId = i.InvoiceId WHERE strftime('%Y', i.InvoiceDate) = '2013' GROUP BY t.TrackId ORDER BY Purchases DESC;
SELECT ar.Name, SUM(il.UnitPrice * il.Quantity) AS revenue FROM Artist ar JOIN Album USING (ArtistId) JOIN Track USING (AlbumId) JOIN InvoiceLine il USING (TrackId) GROUP BY ar.ArtistId ORDER BY revenue DESC LIMIT 3;
SELECT tracks, COUNT(*) FROM (SELECT AlbumId, COUNT(*) AS tracks FROM Track GROUP BY AlbumId) GROUP BY tracks;
SELECT AVG(n) FROM (SELECT COUNT(*) AS n FROM Track GROUP BY AlbumId);
SELECT Title, Name FROM Album NATURAL JOIN Artist;
SELECT Name FROM Track WHERE Milliseconds > (SELECT AVG(Milliseconds) FROM Track) ORDER BY Milliseconds DESC;
SELECT g.Name, COUNT(*) AS n FROM Track t, Genre g WHERE t.GenreId = g.GenreId GROUP BY g.Name HAVING n > 10;
SELECT strftime('%Y', InvoiceDate) AS year, COUNT(*) FROM Invoice GROUP BY year ORDER BY year;
SELECT Name FROM Artist WHERE ArtistId IN (SELECT ArtistId FROM Album GROUP BY ArtistId HAVING COUNT(*) > 5);
SELECT CustomerId, Total, SUM(Total) OVER (PARTITION BY CustomerId ORDER BY InvoiceDate) AS running_total FROM Invoice;
SELECT CustomerId, RANK() OVER (ORDER BY SUM(Total) DESC) AS place FROM Invoice GROUP BY CustomerId;
WITH ranked AS (
  SELECT Country, FirstName, LastName, SUM(Total) AS spent,
    ROW_NUMBER() OVER (PARTITION BY Country ORDER BY SUM(Total) DESC) AS place
  FROM Customer JOIN Invoice USING (CustomerId)
  GROUP BY CustomerId
)
SELECT Country, FirstName, LastName, spent FROM ranked WHERE place = 1 ORDER BY Country;
SELECT COUNT(*) FILTER (WHERE Total > 5) AS large, COUNT(*) FILTER (WHERE Total <= 5) AS small FROM Invoice;
SELECT LastName FROM Employee WHERE ReportsTo IS NULL;
WITH RECURSIVE chain(id, name, depth) AS (
  SELECT EmployeeId, LastName, 0 FROM Employee WHERE ReportsTo IS NULL
  UNION ALL
  SELECT e.EmployeeId, e.LastName, chain.depth + 1 FROM Employee e JOIN chain ON e.ReportsTo = chain.id
)
SELECT substr('..........', 1, depth * 3) || name FROM chain;
SELECT Name, UnitPrice FROM Track WHERE Name LIKE '%love%' ESCAPE '\';
SELECT MIN(Milliseconds), MAX(Milliseconds), AVG(Milliseconds) / 1000 FROM Track;
SELECT Country, group_concat(LastName, ', ') FROM Customer GROUP BY Country;
SELECT t.Name FROM Track t WHERE NOT EXISTS (SELECT * FROM InvoiceLine il WHERE il.TrackId = t.TrackId);
SELECT Name FROM Track WHERE (GenreId = 1 OR GenreId = 2) AND Milliseconds BETWEEN 200000 AND 300000;
SELECT COALESCE(Title, 'none') FROM Album WHERE ArtistId IS NOT 3;
SELECT upper(substr(LastName, 1, 1)) || lower(substr(LastName, 2)) FROM Customer;
SELECT a.Title FROM Album AS a WHERE a.ArtistId = (SELECT ArtistId FROM Artist WHERE Name = 'AC/DC');
SELECT Name FROM Track ORDER BY random() LIMIT 1;
SELECT CASE GenreId WHEN 1 THEN 'Rock' WHEN 2 THEN 'Jazz' ELSE 'Other' END, COUNT(*) FROM Track GROUP BY 1;
SELECT LastName, date(InvoiceDate, 'start of month') FROM Customer, Invoice WHERE Invoice.CustomerId = Customer.CustomerId;
SELECT InvoiceDate, Total, Total - LAG(Total) OVER (ORDER BY InvoiceDate) AS change FROM Invoice;
SELECT Name FROM Artist EXCEPT SELECT a.Name FROM Artist a JOIN Album b ON a.ArtistId = b.ArtistId;
SELECT c.LastName, MAX(i.Total) FROM Customer c LEFT OUTER JOIN Invoice i ON i.CustomerId = c.CustomerId GROUP BY c.CustomerId HAVING MAX(i.Total) IS NULL OR MAX(i.Total) < 2;
SELECT ROUND(SUM(Total) * 100.0 / (SELECT SUM(Total) FROM Invoice), 2) AS share FROM Invoice WHERE BillingCountry = 'USA';
SELECT s.Country, s.spent FROM (SELECT Country, SUM(Total) AS spent FROM Customer JOIN Invoice USING (CustomerId) GROUP BY Country) AS s WHERE s.spent > 100 ORDER BY s.spent DESC;
