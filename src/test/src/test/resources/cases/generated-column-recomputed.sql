-- MySQL recomputes generated columns where the type or the character set of a base column changes, without row events.
-- outcome: equal
-- before
CREATE TABLE page (
  id INT PRIMARY KEY,
  title VARCHAR(40) NOT NULL,
  bytes INT AS (LENGTH(title)) STORED,
  digest VARCHAR(160) AS (HEX(title)) STORED,
  is_a TINYINT AS (title = 'A') VIRTUAL
) CHARACTER SET latin1 COLLATE latin1_swedish_ci;
INSERT INTO page (id, title) VALUES (1, 'plain'), (2, 'Éclair'), (3, 'a');
CREATE TABLE reading (id INT PRIMARY KEY, r FLOAT, shown VARCHAR(40) AS (CONCAT('r=', r)) STORED);
INSERT INTO reading (id, r) VALUES (1, 0.1), (2, 1.5);

-- live
ALTER TABLE page CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
INSERT INTO page (id, title) VALUES (4, 'Éclair');
ALTER TABLE reading MODIFY r DOUBLE;
INSERT INTO reading (id, r) VALUES (3, 0.25);
