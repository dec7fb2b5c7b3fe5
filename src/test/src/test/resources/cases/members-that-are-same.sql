-- A session that is not strict may declare a member twice, which no type of the target accepts: the values become strings.
-- outcome: equal
-- before
SET SESSION sql_mode = '';
CREATE TABLE e (id INT PRIMARY KEY, e ENUM('a','b','a'), s SET('a','b','a') NOT NULL);
INSERT INTO e VALUES (1, 1, 1), (2, 2, 2), (3, 3, 4), (4, NULL, 7);

-- live
SET SESSION sql_mode = '';
INSERT INTO e VALUES (5, 3, 5), (6, 2, 6);
UPDATE e SET e = 3, s = 4 WHERE id = 2;
CREATE TABLE later (id INT PRIMARY KEY, e ENUM('a','b','b') DEFAULT 'b', s SET('a','a'));
INSERT INTO later VALUES (1, 3, 3), (2, 2, 1);
INSERT INTO later (id) VALUES (3);
ALTER TABLE e ADD more ENUM('x','x') NOT NULL, MODIFY e ENUM('a','b','a','c','c');
INSERT INTO e VALUES (7, 5, 3, 2);
