-- A statement that renames a table and changes its rows without events: the table is copied under its new name, and its former name is free.
-- outcome: equal
-- before
CREATE TABLE t (id INT PRIMARY KEY, v INT);
INSERT INTO t VALUES (1, 1);

-- live
ALTER TABLE t ADD n INT NOT NULL AUTO_INCREMENT UNIQUE, RENAME TO moved;
CREATE TABLE t (id INT PRIMARY KEY, q VARCHAR(5));
INSERT INTO t VALUES (1, 'q'), (2, 'w');
INSERT INTO moved (id, v) VALUES (5, 5);
