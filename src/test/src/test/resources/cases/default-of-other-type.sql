-- MySQL accepts a default expression of any type; the target would refuse the table.
-- not on MariaDB: a default of another type
-- outcome: equal
-- before
CREATE TABLE item (id INT PRIMARY KEY, a BIGINT DEFAULT (JSON_ARRAY()), b ENUM('x') DEFAULT (JSON_OBJECT()), c INT DEFAULT (CURRENT_DATE),
  d DATE DEFAULT (1 + 1), e VARCHAR(40) DEFAULT (NOW()));
INSERT INTO item VALUES (1, 1, 'x', 1, '2024-02-03', 'old');

-- live
CREATE TABLE late (id INT PRIMARY KEY, a DATE DEFAULT (1 + 1), b INT DEFAULT (NOW()));
INSERT INTO late VALUES (1, '2024-02-03', 1);
INSERT INTO item VALUES (2, 2, NULL, 2, NULL, 'new');
