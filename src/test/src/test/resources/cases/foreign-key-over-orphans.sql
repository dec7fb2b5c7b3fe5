-- With foreign_key_checks = 0 MySQL adds a foreign key over rows that violate it; its action changes other rows from then on.
-- outcome: equal
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT);
INSERT INTO parent VALUES (1), (2);
INSERT INTO child VALUES (1, 1), (9, 999);

-- live
SET SESSION foreign_key_checks = 0;
ALTER TABLE child ADD CONSTRAINT child_parent FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE;
SET SESSION foreign_key_checks = 1;
INSERT INTO child VALUES (2, 2);
DELETE FROM parent WHERE id = 2;
