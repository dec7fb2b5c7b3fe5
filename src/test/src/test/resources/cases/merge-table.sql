-- Rows that are inserted through a MERGE table are logged under its name, not under the name of its member.
-- outcome: refused: log_all; MRG_MYISAM
-- before
CREATE TABLE log_2025 (id INT NOT NULL, msg VARCHAR(20), PRIMARY KEY (id)) ENGINE = MyISAM;
CREATE TABLE log_2026 (id INT NOT NULL, msg VARCHAR(20), PRIMARY KEY (id)) ENGINE = MyISAM;
CREATE TABLE log_all (id INT NOT NULL, msg VARCHAR(20), PRIMARY KEY (id))
  ENGINE = MERGE UNION = (log_2025, log_2026) INSERT_METHOD = LAST;
INSERT INTO log_2025 VALUES (1, 'old');
INSERT INTO log_2026 VALUES (2, 'new');

-- live
INSERT INTO log_all VALUES (3, 'through merge');
INSERT INTO log_2026 VALUES (4, 'direct');
UPDATE log_2026 SET msg = 'changed' WHERE id = 3;
DELETE FROM log_all WHERE id = 1;
