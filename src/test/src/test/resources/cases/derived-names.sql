-- Names that the target derives for indexes, constraints and SET types, and names of the source's tables and constraints, collide.
-- not on MariaDB: a check and a foreign key of one name
-- outcome: equal
-- before
CREATE TABLE t (id INT PRIMARY KEY, c SET('a','b'), e ENUM('x','y'), n INT, UNIQUE KEY x (n), KEY k (n, id));
CREATE TABLE t_pkey (id INT PRIMARY KEY);
CREATE TABLE t_c_set (id INT PRIMARY KEY);
CREATE TABLE t_x (id INT PRIMARY KEY);
CREATE TABLE a (id INT PRIMARY KEY, b_c SET('p','q'), b_i INT, UNIQUE KEY b_i (b_i));
CREATE TABLE a_b (id INT PRIMARY KEY, c SET('r','s'), i INT, UNIQUE KEY i (i));
CREATE TABLE constrained (id INT PRIMARY KEY, e ENUM('x','y'), p INT,
  CONSTRAINT constrained_pkey CHECK (id > 0), CONSTRAINT constrained_e_check CHECK (p > 0), CONSTRAINT same CHECK (p < 100),
  CONSTRAINT same FOREIGN KEY (p) REFERENCES t (id));
CREATE TABLE long_name_of_a_table_whose_indexes_are_shortened (id INT PRIMARY KEY, v INT, w INT,
  UNIQUE KEY long_name_of_an_index_that_is_shortened_one (v), UNIQUE KEY long_name_of_an_index_that_is_shortened_two (w));
CREATE TABLE moved (id INT PRIMARY KEY, v INT, s SET('m','n'), UNIQUE KEY v (v));
CREATE TABLE ${other}.moved (id INT PRIMARY KEY, v INT, s SET('o'), UNIQUE KEY v (v));
INSERT INTO t VALUES (1, 'a,b', 'x', 1), (2, 'b', 'y', 2);
INSERT INTO t_pkey VALUES (1);
INSERT INTO t_c_set VALUES (1);
INSERT INTO t_x VALUES (1);
INSERT INTO a VALUES (1, 'p,q', 1);
INSERT INTO a_b VALUES (1, 's', 1);
INSERT INTO constrained VALUES (1, 'x', 1);
INSERT INTO long_name_of_a_table_whose_indexes_are_shortened VALUES (1, 1, 1), (2, 2, 2);
INSERT INTO moved VALUES (1, 1, 'm');
INSERT INTO ${other}.moved VALUES (1, 1, 'o');

-- live
CREATE TABLE t_k (id INT PRIMARY KEY);
INSERT INTO t_k VALUES (1);
ALTER TABLE t DROP KEY x, DROP KEY k;
INSERT INTO t VALUES (3, 'a', 'x', 2);
DELETE FROM t WHERE id = 3;
ALTER TABLE t ADD UNIQUE KEY x (n), ADD KEY k (n, id);
ALTER TABLE t RENAME KEY x TO k2, RENAME KEY k TO x;
ALTER TABLE constrained DROP FOREIGN KEY same;
INSERT INTO constrained VALUES (2, 'y', 77);
ALTER TABLE constrained ADD CONSTRAINT constrained_e_check FOREIGN KEY (id) REFERENCES t (id);
RENAME TABLE t TO u;
CREATE TABLE t (id INT PRIMARY KEY, c SET('c','d'), n INT, UNIQUE KEY k2 (n));
INSERT INTO t VALUES (1, 'c,d', 1), (2, 'd', 2);
CREATE TABLE u_pkey (id INT PRIMARY KEY);
CREATE TABLE u_c_set (id INT PRIMARY KEY, u_c SET('g'));
CREATE TABLE u_k2 (id INT PRIMARY KEY, v INT, UNIQUE KEY v (v));
INSERT INTO u_pkey VALUES (1);
INSERT INTO u_c_set VALUES (1, 'g');
INSERT INTO u_k2 VALUES (1, 1);
ALTER TABLE u DROP KEY k2;
INSERT INTO u VALUES (3, 'a', 'x', 2);
ALTER TABLE u DROP COLUMN e, MODIFY c SET('a','b','z');
UPDATE u SET c = 'z' WHERE id = 3;
ALTER TABLE constrained DROP FOREIGN KEY constrained_e_check;
ALTER TABLE u DROP PRIMARY KEY, ADD PRIMARY KEY (id, n);
INSERT INTO u VALUES (3, 'b', 9);
CREATE TABLE f_d_set (id INT PRIMARY KEY);
CREATE TABLE f (id INT PRIMARY KEY);
INSERT INTO f VALUES (1);
ALTER TABLE f ADD COLUMN d SET('h','i') NOT NULL DEFAULT 'h';
ALTER TABLE a_b ADD COLUMN d SET('h','i') NOT NULL DEFAULT 'h', ADD UNIQUE KEY j (i, id);
ALTER TABLE a ADD COLUMN b_d SET('j','k') NOT NULL DEFAULT 'k', ADD UNIQUE KEY b_j (b_i, id);
ALTER TABLE a DROP KEY b_i;
INSERT INTO a VALUES (2, 'q', 1, 'j');
ALTER TABLE a_b DROP KEY i;
INSERT INTO a_b VALUES (2, 'r', 1, 'i');
ALTER TABLE long_name_of_a_table_whose_indexes_are_shortened DROP KEY long_name_of_an_index_that_is_shortened_two;
INSERT INTO long_name_of_a_table_whose_indexes_are_shortened VALUES (3, 3, 2);
RENAME TABLE moved TO ${other}.moved_too;
INSERT INTO ${other}.moved_too VALUES (2, 2, 'm,n');
ALTER TABLE ${other}.moved_too DROP KEY v;
INSERT INTO ${other}.moved_too VALUES (3, 2, 'n');
RENAME TABLE a_b TO swap, a TO a_b, swap TO a;
INSERT INTO a VALUES (3, 'r', 1, 'i');
INSERT INTO a_b VALUES (3, 'q', 1, 'j');
CREATE TABLE a_pkey (id INT PRIMARY KEY);
RENAME TABLE u TO u_c;
CREATE TABLE u (id INT PRIMARY KEY);
INSERT INTO u VALUES (1);
RENAME TABLE u TO a_b_pkey, a_b TO a_b_c, t_k TO a_b_c_b_j;
INSERT INTO a_b_pkey VALUES (2);
