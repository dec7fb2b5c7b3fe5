-- CONVERT TO CHARACTER SET binary makes bytes of characters: VARCHAR becomes VARBINARY, TEXT becomes BLOB, without row events.
-- outcome: equal
-- before
CREATE TABLE note (id INT PRIMARY KEY, title VARCHAR(20) CHARACTER SET latin1, body TEXT, kind ENUM('a', 'b'));
INSERT INTO note VALUES (1, 'é', 'é', 'b');

-- live
ALTER TABLE note CONVERT TO CHARACTER SET binary;
INSERT INTO note VALUES (2, 0xE9, 0x00FF, 'a');
