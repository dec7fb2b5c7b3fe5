-- CREATE TABLE IF NOT EXISTS with the name of a view creates no table, but is logged.
-- outcome: held: has a view; IF NOT EXISTS
-- outcome on MariaDB: equal
-- before
CREATE TABLE t (id INT PRIMARY KEY);
CREATE VIEW v AS SELECT * FROM t;

-- live
CREATE TABLE IF NOT EXISTS v (id INT PRIMARY KEY, w INT);
INSERT INTO v VALUES (1);
