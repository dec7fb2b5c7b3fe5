-- A default that is written as bytes is in the character set of the column, or of the introducer.
-- outcome: equal
-- before
CREATE TABLE t (id INT PRIMARY KEY);
INSERT INTO t VALUES (1), (2);

-- live
ALTER TABLE t ADD a VARCHAR(5) CHARACTER SET latin1 NOT NULL DEFAULT 0xE9;
ALTER TABLE t ADD b CHAR(3) CHARACTER SET gbk NOT NULL DEFAULT 0xB1ED;
ALTER TABLE t ADD c VARCHAR(5) CHARACTER SET utf8mb4 NOT NULL DEFAULT _latin1 0xE9;
ALTER TABLE t ADD d ENUM('x', 0xE9) CHARACTER SET latin1 NOT NULL DEFAULT 0xE9;
INSERT INTO t (id) VALUES (3);
