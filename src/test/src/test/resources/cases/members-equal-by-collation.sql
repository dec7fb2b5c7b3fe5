-- A session that is not strict may declare members that its collation treats as equal; MySQL converts a string to the first of them.
-- outcome: equal
-- before
CREATE TABLE t (id INT PRIMARY KEY);

-- live
SET SESSION sql_mode = '';
CREATE TABLE e (id INT PRIMARY KEY, e ENUM('a','A','b'), v VARCHAR(3), s SET('p'));
INSERT INTO e VALUES (1, 1, 'a', 'p'), (2, 2, 'A', ''), (3, 3, 'B', 'p');
ALTER TABLE e MODIFY e ENUM('A','a','b');
ALTER TABLE e MODIFY v ENUM('a','A','b'), MODIFY s SET('P','p');
INSERT INTO e VALUES (4, 2, 2, 2);
