-- The primary key that a foreign key refers to is replaced by a wider one, and a unique key on the same column by another.
-- outcome: equal
-- before
CREATE TABLE parent (id INT PRIMARY KEY, tenant INT NOT NULL);
CREATE TABLE child (id INT PRIMARY KEY, parent_id INT,
  CONSTRAINT child_parent FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE CASCADE);
INSERT INTO parent VALUES (1, 7), (2, 7);
INSERT INTO child VALUES (10, 1), (11, 2);

-- live
ALTER TABLE parent DROP PRIMARY KEY, ADD PRIMARY KEY (id, tenant), ADD UNIQUE KEY only_id (id);
INSERT INTO parent VALUES (3, 8);
INSERT INTO child VALUES (12, 3);
DELETE FROM parent WHERE id = 1;
ALTER TABLE parent DROP KEY only_id, ADD UNIQUE KEY other_id (id);
DELETE FROM parent WHERE id = 2;
