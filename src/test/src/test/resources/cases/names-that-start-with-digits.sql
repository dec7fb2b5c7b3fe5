-- An unquoted name may start with digits, also after a point.
-- outcome: equal
-- before
CREATE TABLE 2020_orders (1c INT PRIMARY KEY, `2` INT);
INSERT INTO 2020_orders VALUES (1, 1);

-- live
ALTER TABLE 2020_orders ADD COLUMN 3d INT DEFAULT 7;
SET @sql = CONCAT('ALTER TABLE ', DATABASE(), '.2020_orders ADD 0xg INT, DROP `2`');
PREPARE p FROM @sql;
EXECUTE p;
SET @sql = CONCAT('CREATE TABLE ', DATABASE(), '.1e5 (id INT PRIMARY KEY, d DOUBLE DEFAULT .5)');
PREPARE p FROM @sql;
EXECUTE p;
INSERT INTO `1e5` (id) VALUES (1);
SET @sql = CONCAT('RENAME TABLE ', DATABASE(), '.2020_orders TO ', DATABASE(), '.2021_orders');
PREPARE p FROM @sql;
EXECUTE p;
INSERT INTO 2021_orders (1c) VALUES (2);
