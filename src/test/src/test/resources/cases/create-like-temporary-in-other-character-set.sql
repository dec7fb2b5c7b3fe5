-- MySQL logs the definition of a copied temporary table in UTF-8, even in a session of another character set, and without a mark.
-- outcome: held: CREATE TABLE `late`; ENGINE=InnoDB
-- before
CREATE TABLE item (id INT PRIMARY KEY);

-- live
CREATE TEMPORARY TABLE draft (id INT PRIMARY KEY, v VARCHAR(9) DEFAULT 'é');
SET SESSION character_set_client = latin1;
CREATE TABLE late LIKE draft;
SET SESSION character_set_client = utf8mb4;
INSERT INTO late (id) VALUES (1);
