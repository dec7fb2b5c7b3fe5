-- MySQL does not check an unchanged foreign key; the target does, if the row was written in the same target transaction.
-- outcome: equal
-- before
CREATE TABLE parent (id INT PRIMARY KEY, code INT, UNIQUE (code));
CREATE TABLE child (id INT PRIMARY KEY, parent INT, code INT, v INT,
    FOREIGN KEY (parent) REFERENCES parent (id) ON DELETE CASCADE ON UPDATE CASCADE,
    FOREIGN KEY (code) REFERENCES parent (code) ON DELETE SET NULL ON UPDATE SET NULL);
INSERT INTO parent VALUES (1, 10), (2, 20), (4, 40);

-- live
INSERT INTO child VALUES (1, 1, 20, 0), (2, 1, 40, 0);
SET foreign_key_checks = 0;
DELETE FROM parent WHERE id = 1;
INSERT INTO child VALUES (3, 55, 66, 0);
SET foreign_key_checks = 1;
UPDATE child SET v = 1;
UPDATE parent SET code = 21 WHERE id = 2;
REPLACE INTO parent VALUES (4, 41);
UPDATE child SET v = 2;
