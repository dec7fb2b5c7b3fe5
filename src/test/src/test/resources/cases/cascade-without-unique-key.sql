-- InnoDB accepts a foreign key to columns with a plain index; the target does not, and its cascade is not logged up to 9.5.
-- outcome before 9.6: held: shop_region
-- outcome from 9.6: equal
-- before
CREATE TABLE region (id INT PRIMARY KEY, code VARCHAR(5) NOT NULL, KEY by_code (code));
CREATE TABLE shop (id INT PRIMARY KEY, code VARCHAR(5));
INSERT INTO region VALUES (1, 'N'), (2, 'S');
INSERT INTO shop VALUES (1, 'N'), (2, 'S'), (3, 'N');

-- live
/*!80400 SET SESSION restrict_fk_on_non_standard_key = OFF */;
ALTER TABLE shop ADD CONSTRAINT shop_region FOREIGN KEY (code) REFERENCES region (code) ON DELETE CASCADE;
DELETE FROM region WHERE code = 'N';
INSERT INTO shop VALUES (4, 'S');
