-- A foreign key with an action refers to a table that is not replicated: up to 9.5 its cascade is not logged.
-- outcome before 9.6: held: to_tenant
-- outcome from 9.6: equal
-- before
CREATE TABLE ${other}.tenant (id INT PRIMARY KEY);
INSERT INTO ${other}.tenant VALUES (1), (2), (3);
CREATE TABLE child (id INT PRIMARY KEY, tenant INT);
INSERT INTO child VALUES (1, 1), (2, 2), (3, 3);
CREATE TABLE parent (id INT PRIMARY KEY);
INSERT INTO parent VALUES (1), (2), (3);
CREATE TABLE inner_ (id INT PRIMARY KEY, p INT);
INSERT INTO inner_ VALUES (1, 1), (2, 2), (3, 3);

-- live
ALTER TABLE child ADD CONSTRAINT to_tenant FOREIGN KEY (tenant) REFERENCES ${other}.tenant (id) ON DELETE CASCADE;
ALTER TABLE inner_ ADD CONSTRAINT to_parent FOREIGN KEY (p) REFERENCES parent (id) ON DELETE SET NULL;
CREATE TABLE later (id INT PRIMARY KEY, tenant INT, FOREIGN KEY (tenant) REFERENCES ${other}.tenant (id) ON DELETE CASCADE);
INSERT INTO later VALUES (1, 1), (2, 2);
DELETE FROM ${other}.tenant WHERE id = 2;
DELETE FROM parent WHERE id = 3;
INSERT INTO child VALUES (4, 3);
