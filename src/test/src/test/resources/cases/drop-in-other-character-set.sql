-- MySQL converts the names in the DROP TABLE that it generates to the session's character set. The bytes of `Ã©` in latin1 are those of `é` in UTF-8.
-- outcome: equal
-- before
CREATE TABLE `é` (id INT PRIMARY KEY);
CREATE TABLE `Ã©` (id INT PRIMARY KEY);
INSERT INTO `é` VALUES (1);
INSERT INTO `Ã©` VALUES (1);

-- live
SET SESSION character_set_client = latin1;
DROP TABLE `é`;
SET SESSION character_set_client = utf8mb4;
INSERT INTO `é` VALUES (2);
CREATE TABLE `Ã©` (id INT PRIMARY KEY, v INT);
INSERT INTO `Ã©` VALUES (2, 2);
