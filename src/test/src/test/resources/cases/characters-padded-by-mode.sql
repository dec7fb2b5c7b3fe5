-- With PAD_CHAR_TO_FULL_LENGTH MySQL pads the values of a CHAR that becomes a VARCHAR or TEXT, without row events.
-- outcome: equal
-- before
CREATE TABLE t (id INT PRIMARY KEY, a CHAR(5), b CHAR(5));
INSERT INTO t VALUES (1, 'ab', 'x'), (2, '', 'abcde');

-- live
SET SESSION sql_mode = CONCAT(@@sql_mode, ',PAD_CHAR_TO_FULL_LENGTH');
ALTER TABLE t MODIFY a VARCHAR(5), MODIFY b TEXT;
INSERT INTO t VALUES (3, 'q', 'r');
