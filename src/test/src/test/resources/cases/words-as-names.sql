-- Words that MySQL 8.0 does not reserve are unquoted names. A renamed view is not a table. A library (from 9.2 on) has no rows.
-- outcome: equal
-- before
CREATE TABLE item (id INT PRIMARY KEY, v VARCHAR(10));
INSERT INTO item VALUES (1, 'old');
CREATE VIEW seen AS SELECT id FROM item;

-- live
ALTER TABLE item ADD COLUMN url VARCHAR(20) DEFAULT 'u', ADD log INT AFTER url;
CREATE TABLE bulk (generate INT PRIMARY KEY, gtids INT, engine_attribute INT, UNIQUE KEY log (gtids), CHECK (gtids > 0));
INSERT INTO bulk VALUES (1, 1, 2);
RENAME TABLE seen TO shown;
INSERT INTO item (id, v) VALUES (2, 'new');
/*!90200 CREATE LIBRARY lib LANGUAGE JAVASCRIPT AS 'export const t = 1' */;
/*!90200 ALTER LIBRARY lib COMMENT 'words' */;
/*!90200 DROP LIBRARY lib */;
INSERT INTO item (id, v) VALUES (3, 'last');
