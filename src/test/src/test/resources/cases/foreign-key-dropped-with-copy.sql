-- A statement that drops a foreign key and changes rows without events: the key does not bind the table that is copied again.
-- outcome: equal
-- before
CREATE TABLE p (id INT PRIMARY KEY, v INT);
CREATE TABLE c (id INT PRIMARY KEY, pid INT, v VARCHAR(10), CONSTRAINT c1 FOREIGN KEY (pid) REFERENCES p (id) ON DELETE CASCADE);
INSERT INTO p VALUES (1, 1), (2, 2), (3, 3);
INSERT INTO c VALUES (1, 1, '07'), (2, 2, '8'), (3, 3, '9');

-- live
ALTER TABLE c DROP FOREIGN KEY c1, MODIFY v INT, RENAME c2;
DELETE FROM p WHERE id = 1;
INSERT INTO c2 VALUES (4, 99, 5);
