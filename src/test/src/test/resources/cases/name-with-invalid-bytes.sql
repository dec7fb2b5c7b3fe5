-- Bytes that the session's character set lacks become question marks in a table's name; the binlog has the bytes.
-- outcome: held: question marks
-- outcome on MariaDB: equal
-- before
CREATE TABLE t (id INT PRIMARY KEY);

-- live
SET @a = CONVERT('CREATE TABLE `許功` (id INT PRIMARY KEY)' USING utf8mb4);
SET SESSION character_set_client = big5;
PREPARE p FROM @a;
EXECUTE p;
INSERT INTO t VALUES (1);
