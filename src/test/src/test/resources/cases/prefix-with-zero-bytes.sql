-- A unique key on a prefix of bytes distinguishes values that differ after a zero byte. openGauss's substring of a BLOB or VARBINARY does not.
-- outcome: equal
-- before
CREATE TABLE t (id INT PRIMARY KEY, a TINYBLOB, b BLOB, v VARBINARY(20), f BINARY(8), UNIQUE KEY (a(5)), UNIQUE KEY (b(5)), UNIQUE KEY (v(5)), UNIQUE KEY (f(5)));
CREATE TABLE keyed (b MEDIUMBLOB NOT NULL, n INT NOT NULL, PRIMARY KEY (b(6), n));
INSERT INTO t VALUES (1, x'61005c', x'61005c', x'61005c', x'61005c'), (2, x'610061', x'610061', x'610061', x'610061');
INSERT INTO keyed VALUES (x'61005c', 1), (x'610061', 1);

-- live
INSERT INTO t VALUES (3, x'61ff00', x'61ff00', x'61ff00', x'61ff00'), (4, x'610062', x'610062', x'610062', x'610062');
UPDATE t SET a = x'00', b = x'00', v = x'00', f = x'00' WHERE id = 1;
INSERT INTO t VALUES (5, x'0001', x'0001', x'0001', x'0001');
INSERT INTO keyed VALUES (x'610062', 1);
DELETE FROM keyed WHERE b = x'61005c';
ALTER TABLE keyed ADD v VARBINARY(10), ADD UNIQUE KEY (v(4));
UPDATE keyed SET v = IF(b = x'610062', x'0002', x'0003');
