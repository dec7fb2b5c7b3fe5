-- MySQL logs CREATE TABLE … SELECT with START TRANSACTION before the other options of the table, and before its partitions.
-- needs 8.0: START TRANSACTION
-- outcome: equal
-- before
CREATE TABLE src (id INT PRIMARY KEY, v VARCHAR(9));
INSERT INTO src VALUES (1, 'é'), (2, 'b');

-- live
CREATE TABLE backup ENGINE=InnoDB COMMENT='x' AS SELECT * FROM src;
CREATE TABLE narrow (KEY (id)) CHARSET latin1 AS SELECT * FROM src;
CREATE TABLE parted (PRIMARY KEY (id)) PARTITION BY HASH (id) PARTITIONS 3 AS SELECT * FROM src;
UPDATE backup SET v = 'z';
UPDATE narrow SET v = 'ü';
UPDATE parted SET v = 'z' WHERE id = 1;
