-- ENGINE = BLACKHOLE drops all rows; inserts into such a table are still logged.
-- not on MariaDB: the engine BLACKHOLE
-- outcome: held: sink; BLACKHOLE
-- before
CREATE TABLE sink (id INT PRIMARY KEY, v VARCHAR(10));
INSERT INTO sink VALUES (1, 'a'), (2, 'b');
CREATE TABLE beside (id INT PRIMARY KEY);

-- live
ALTER TABLE sink ENGINE = BLACKHOLE;
INSERT INTO sink VALUES (1, 'again');
INSERT INTO sink VALUES (1, 'and again');
INSERT INTO beside VALUES (1);
