-- TRUNCATE triggers no action of a foreign key: with foreign_key_checks = 0 the children remain.
-- outcome: equal
-- before
CREATE TABLE parent (id INT PRIMARY KEY, v VARCHAR(10));
CREATE TABLE child (id INT PRIMARY KEY, parent_id INT, v VARCHAR(10),
  CONSTRAINT child_parent FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE CASCADE);
INSERT INTO parent VALUES (1, 'old'), (2, 'old');
INSERT INTO child VALUES (10, 1, 'kept'), (11, 2, 'kept');

-- live
SET SESSION foreign_key_checks = 0;
TRUNCATE TABLE parent;
INSERT INTO parent VALUES (1, 'new'), (2, 'new');
SET SESSION foreign_key_checks = 1;
INSERT INTO child VALUES (12, 1, 'later');
DELETE FROM parent WHERE id = 2;
