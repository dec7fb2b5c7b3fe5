-- A case-insensitive collation lets a child refer to a parent of another case; the target compares bytes by rule.
-- setting rules: collations: binary
-- outcome before 9.6: held: city_country; collation; gaussferry retry
-- outcome from 9.6: equal
-- before
CREATE TABLE country (code VARCHAR(3) PRIMARY KEY, name VARCHAR(20));
CREATE TABLE city (id INT PRIMARY KEY, country VARCHAR(3),
  CONSTRAINT city_country FOREIGN KEY (country) REFERENCES country (code) ON UPDATE CASCADE);
INSERT INTO country VALUES ('de', 'Germany'), ('fr', 'France');
INSERT INTO city VALUES (1, 'de');
CREATE TABLE grade (g ENUM('a', 'b') PRIMARY KEY);
CREATE TABLE exam (id INT PRIMARY KEY, g ENUM('a', 'b'), CONSTRAINT exam_grade FOREIGN KEY (g) REFERENCES grade (g));
INSERT INTO grade VALUES ('a'), ('b');
INSERT INTO exam VALUES (1, 'a');

-- live
INSERT INTO exam VALUES (2, 'b');
INSERT INTO city VALUES (2, 'FR');
UPDATE country SET code = 'fx' WHERE code = 'fr';
