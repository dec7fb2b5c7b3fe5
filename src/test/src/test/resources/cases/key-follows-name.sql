-- MySQL finds the columns of a key by name: a new column can take the name, and with it the key.
-- needs 8.0: RENAME COLUMN
-- outcome: equal
-- before
CREATE TABLE moved (id INT PRIMARY KEY, c1 VARCHAR(10), UNIQUE KEY u (c1));
INSERT INTO moved VALUES (1, 'x1'), (2, 'x2');
CREATE TABLE legacy (id INT PRIMARY KEY, v VARCHAR(20));
INSERT INTO legacy VALUES (1, 'a'), (2, 'b'), (3, 'c');
CREATE TABLE behind (id INT PRIMARY KEY, c1 VARCHAR(10), UNIQUE KEY u (c1));
INSERT INTO behind VALUES (1, 'x1'), (2, 'x2');

-- live
-- the new column follows: the key remains on the old one
ALTER TABLE behind RENAME COLUMN c1 TO n1, ADD COLUMN c1 VARCHAR(10);
INSERT INTO behind (id, n1, c1) VALUES (3, 'x3', 'same'), (4, 'x4', 'same');
-- the new column precedes: MySQL gives it the key, and the old one is no longer unique
ALTER TABLE moved RENAME COLUMN c1 TO n1, ADD COLUMN c1 VARCHAR(10) FIRST;
INSERT INTO moved (id, n1) VALUES (3, 'x1'), (4, 'x1');
UPDATE moved SET c1 = CONCAT('c', id);
ALTER TABLE legacy CHANGE id old_id INT, ADD COLUMN id INT NOT NULL AUTO_INCREMENT FIRST;
INSERT INTO legacy (old_id, v) VALUES (1, 'same old_id');
UPDATE legacy SET v = CONCAT(v, '!') WHERE id = 1;
DELETE FROM legacy WHERE id = 2;
