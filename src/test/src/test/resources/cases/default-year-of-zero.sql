-- The number 0 as a YEAR is 0000, not 2000. ADD COLUMN fills rows with it without row events.
-- outcome: equal
-- before
CREATE TABLE car (id INT PRIMARY KEY);
INSERT INTO car VALUES (1);

-- live
ALTER TABLE car ADD built YEAR DEFAULT 0;
INSERT INTO car VALUES (2, 2000);
INSERT INTO car (id) VALUES (3);
