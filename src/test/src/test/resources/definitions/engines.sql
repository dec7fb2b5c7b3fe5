==== a table that stores no row
-- statement
CREATE TABLE sink (id INT PRIMARY KEY) ENGINE = BLACKHOLE
-- after
-- dolphin
hold: Table shop.sink gets the engine BLACKHOLE, which stores no rows, although the binlog has every insert
-- pg
as postgresql
-- postgresql
hold: Table shop.sink gets the engine BLACKHOLE, which stores no rows, although the binlog has every insert

==== a table that stores no row any longer
-- before
CREATE TABLE sink (id INT PRIMARY KEY, v VARCHAR(10));
-- rows
INSERT INTO sink VALUES (1, 'a');
-- statement
ALTER TABLE sink COMMENT = 'x', ENGINE 'blackhole'
-- after
-- dolphin
hold: Table shop.sink gets the engine blackhole, which stores no rows, although the binlog has every insert
-- pg
as postgresql
-- postgresql
hold: Table shop.sink gets the engine blackhole, which stores no rows, although the binlog has every insert

==== a table that has the rows of others
-- before
CREATE TABLE log_2026 (id INT NOT NULL PRIMARY KEY) ENGINE = MyISAM;
-- statement
CREATE TABLE log_all (id INT NOT NULL PRIMARY KEY) ENGINE = MERGE UNION = (log_2026) INSERT_METHOD = LAST
-- after
-- dolphin
hold: Table shop.log_all gets the engine MERGE, which has the rows of other tables, whose changes the binlog records under this table's name
-- pg
as postgresql
-- postgresql
hold: Table shop.log_all gets the engine MERGE, which has the rows of other tables, whose changes the binlog records under this table's name

==== a table that is not replicated and has the rows of one that is
-- before
CREATE TABLE log_2026 (id INT NOT NULL PRIMARY KEY) ENGINE = MyISAM;
-- statement
CREATE TABLE elsewhere.log_all (id INT NOT NULL PRIMARY KEY) ENGINE = MERGE UNION = (shop.log_2026)
-- after
-- dolphin
hold: Table elsewhere.log_all gets the rows of table shop.log_2026; the binlog contains changes made through it under the name elsewhere.log_all
-- pg
as postgresql
-- postgresql
hold: Table elsewhere.log_all gets the rows of table shop.log_2026; the binlog contains changes made through it under the name elsewhere.log_all

==== engines without transactions
-- before
CREATE TABLE t (id INT NOT NULL PRIMARY KEY, n INT);
-- rows
INSERT INTO t VALUES (1, 1);
-- statement
ALTER TABLE t ENGINE = HEAP
-- after
-- dolphin
nothing: It changes nothing that Gaussferry replicates of its tables.
-- pg
as postgresql
-- postgresql
nothing: It changes nothing that Gaussferry replicates of its tables.

==== an engine that is not known
-- before
CREATE TABLE elsewhere.t (id INT NOT NULL PRIMARY KEY);
-- statement
CREATE TABLE t (id INT PRIMARY KEY) ENGINE = CONNECT
-- after
-- dolphin
hold: Table shop.t gets the engine CONNECT, which is not known to store its rows and to log their changes under the table's name
-- pg
as postgresql
-- postgresql
hold: Table shop.t gets the engine CONNECT, which is not known to store its rows and to log their changes under the table's name

==== a partition's engine
-- before
CREATE TABLE elsewhere.t (id INT NOT NULL PRIMARY KEY);
-- statement
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10) ENGINE = BLACKHOLE)
-- after
-- dolphin
hold: Table shop.t gets the engine BLACKHOLE, which stores no rows, although the binlog has every insert
-- pg
as postgresql
-- postgresql
hold: Table shop.t gets the engine BLACKHOLE, which stores no rows, although the binlog has every insert
