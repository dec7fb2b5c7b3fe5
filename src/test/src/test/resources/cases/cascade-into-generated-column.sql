-- Up to 9.5 the binlog lacks the child rows that an action changes, and with them the new values of generated columns.
-- outcome before 9.6: refused: item.orphan; item_owner
-- outcome from 9.6: equal
-- before
CREATE TABLE owner (id INT PRIMARY KEY);
CREATE TABLE item (
  id INT PRIMARY KEY,
  owner_id INT,
  orphan TINYINT AS (owner_id IS NULL) VIRTUAL,
  label VARCHAR(40) AS (CONCAT('owner ', COALESCE(owner_id, 0))) VIRTUAL,
  CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES owner (id) ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO owner VALUES (1), (2), (3);
INSERT INTO item (id, owner_id) VALUES (1, 1), (2, 2), (3, 3);

-- live
DELETE FROM owner WHERE id = 1;
UPDATE owner SET id = 30 WHERE id = 3;
