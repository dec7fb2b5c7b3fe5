-- MySQL allows several foreign keys that differ only in their names; each of them is dropped alone.
-- outcome: equal
-- before
CREATE TABLE owner (id INT PRIMARY KEY);
CREATE TABLE item (id INT PRIMARY KEY, owner_id INT,
  CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES owner (id) ON DELETE CASCADE,
  CONSTRAINT item_owner_again FOREIGN KEY (owner_id) REFERENCES owner (id) ON DELETE CASCADE);
INSERT INTO owner VALUES (1), (2), (3);
INSERT INTO item VALUES (10, 1), (11, 2), (12, 3);

-- live
ALTER TABLE item DROP FOREIGN KEY item_owner;
DELETE FROM owner WHERE id = 1;
ALTER TABLE item DROP FOREIGN KEY item_owner_again;
DELETE FROM owner WHERE id = 2;
INSERT INTO item VALUES (13, 9);
