-- A foreign key with an action that the target gets only at the cutover: up to 9.5 its cascade is not logged.
-- setting target: foreign-keys: defer
-- outcome before 9.6: held: to_parent
-- outcome from 9.6: equal
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
INSERT INTO parent VALUES (1), (2), (3);
CREATE TABLE child (id INT PRIMARY KEY, p INT);
INSERT INTO child VALUES (1, 1), (2, 2), (3, 3);

-- live
ALTER TABLE child ADD CONSTRAINT to_parent FOREIGN KEY (p) REFERENCES parent (id) ON DELETE SET NULL;
DELETE FROM parent WHERE id = 3;
INSERT INTO child VALUES (4, 2);
