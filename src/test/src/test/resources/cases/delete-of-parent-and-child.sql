-- A DELETE of several tables logs child rows that the cascade of the parent's deletion has removed already. From 9.6 on the cascade's own
-- deletion is in the binlog too. A child without a primary key is logged as it was before the cascade set its column to NULL.
-- outcome: equal
-- before
CREATE TABLE p (id INT PRIMARY KEY, n INT);
CREATE TABLE c (id INT PRIMARY KEY, p INT, v VARCHAR(10), FOREIGN KEY (p) REFERENCES p (id) ON DELETE CASCADE);
CREATE TABLE g (id INT PRIMARY KEY, c INT, FOREIGN KEY (c) REFERENCES c (id) ON DELETE CASCADE);
CREATE TABLE s (id INT PRIMARY KEY, p INT, v VARCHAR(10), FOREIGN KEY (p) REFERENCES p (id) ON DELETE SET NULL ON UPDATE CASCADE);
CREATE TABLE keyless (id INT, p INT, v VARCHAR(10), FOREIGN KEY (p) REFERENCES p (id) ON DELETE SET NULL ON UPDATE CASCADE);
CREATE TABLE code (code VARCHAR(20) PRIMARY KEY);
CREATE TABLE coded (id INT, code VARCHAR(20), FOREIGN KEY (code) REFERENCES code (code) ON DELETE CASCADE);
INSERT INTO p VALUES (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0);
INSERT INTO c VALUES (11, 1, 'a'), (12, 1, 'a'), (21, 2, 'b'), (31, 3, 'c'), (32, 3, 'c'), (41, 4, 'd'), (51, 5, 'e');
INSERT INTO g VALUES (111, 11), (112, 11), (211, 21), (311, 31), (411, 41);
INSERT INTO s VALUES (601, 6, 'x'), (602, 6, 'x'), (701, 7, 'y'), (801, 8, 'z');
INSERT INTO keyless VALUES (1, 9, 'same'), (1, 9, 'same'), (2, 10, 'a'), (2, NULL, 'a');
INSERT INTO code VALUES ('one'), ('two');
INSERT INTO coded VALUES (1, 'one'), (2, 'two'), (2, 'two');

-- live
DELETE p, c FROM p STRAIGHT_JOIN c ON c.p = p.id WHERE p.id = 1;
DELETE p, c FROM p JOIN c ON c.p = p.id WHERE p.id = 5;
DELETE p, c, g FROM p LEFT JOIN c ON c.p = p.id LEFT JOIN g ON g.c = c.id WHERE p.id = 2;
INSERT INTO p VALUES (101, 1);
DELETE p, c FROM c STRAIGHT_JOIN p ON c.p = p.id WHERE p.id = 3;
BEGIN;
UPDATE c SET v = 'before' WHERE id = 41;
DELETE p, c FROM p STRAIGHT_JOIN c ON c.p = p.id WHERE p.id = 4;
INSERT INTO p VALUES (4, 2);
INSERT INTO c VALUES (41, 4, 'again');
COMMIT;
DELETE p, s FROM p STRAIGHT_JOIN s ON s.p = p.id WHERE p.id = 6;
UPDATE p STRAIGHT_JOIN s ON s.p = p.id SET p.id = 70, s.v = 'both' WHERE p.id = 7;
UPDATE s STRAIGHT_JOIN p ON s.p = p.id SET s.v = 'both', p.id = 80 WHERE p.id = 8;
DELETE p, keyless FROM p STRAIGHT_JOIN keyless ON keyless.p = p.id WHERE p.id = 9;
BEGIN;
DELETE FROM p WHERE id = 10;
INSERT INTO p VALUES (10, 1);
INSERT INTO keyless VALUES (2, 10, 'a');
DELETE FROM keyless WHERE p = 10;
COMMIT;
DELETE code, coded FROM code STRAIGHT_JOIN coded ON coded.code = code.code WHERE code.code = 'two';
INSERT INTO p VALUES (105, 1);
