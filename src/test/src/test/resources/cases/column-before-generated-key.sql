-- In a table with a primary key as sql_generate_invisible_primary_key creates it, MySQL places a column FIRST after the column of that key.
-- needs 8.0: invisible columns
-- outcome: equal
-- before
CREATE TABLE item (my_row_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT INVISIBLE PRIMARY KEY, v INT);
INSERT INTO item (v) VALUES (1), (2);

-- live
ALTER TABLE item ADD c BIGINT UNSIGNED NOT NULL FIRST;
INSERT INTO item (my_row_id, c, v) VALUES (3, 30, 3), (30, 3, 4);
UPDATE item SET c = 7 WHERE my_row_id = 1;
