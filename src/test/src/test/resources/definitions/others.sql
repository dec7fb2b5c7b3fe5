==== view
-- before
-- statement
CREATE ALGORITHM=UNDEFINED DEFINER=`root`@`localhost` SQL SECURITY DEFINER VIEW `totals` AS SELECT 1
-- after
-- dolphin
nothing: It changes neither the definition nor the rows of a table (CREATE VIEW).
for the cutover: view shop.totals
-- pg
as postgresql
-- postgresql
nothing: It changes neither the definition nor the rows of a table (CREATE VIEW).
for the cutover: view shop.totals

==== trigger
-- before
-- statement
CREATE DEFINER=`root`@`localhost` TRIGGER shop.before_t BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.a = 1; END
-- after
-- dolphin
nothing: It changes neither the definition nor the rows of a table (CREATE TRIGGER).
for the cutover: trigger shop.before_t
-- pg
as postgresql
-- postgresql
nothing: It changes neither the definition nor the rows of a table (CREATE TRIGGER).
for the cutover: trigger shop.before_t

==== procedure
-- before
-- statement
DROP PROCEDURE IF EXISTS p
-- after
-- dolphin
nothing: It changes neither the definition nor the rows of a table (DROP PROCEDURE).
for the cutover: procedure shop.p
-- pg
as postgresql
-- postgresql
nothing: It changes neither the definition nor the rows of a table (DROP PROCEDURE).
for the cutover: procedure shop.p

==== grant
-- before
-- statement
GRANT SELECT ON shop.* TO u
-- after
-- dolphin
nothing: It changes neither the definition nor the rows of a table (GRANT).
-- pg
as postgresql
-- postgresql
nothing: It changes neither the definition nor the rows of a table (GRANT).

==== analyze
-- before
-- statement
ANALYZE TABLE t
-- after
-- dolphin
nothing: It changes neither the definition nor the rows of a table (ANALYZE).
-- pg
as postgresql
-- postgresql
nothing: It changes neither the definition nor the rows of a table (ANALYZE).

==== create database
-- before
-- statement
CREATE DATABASE IF NOT EXISTS other CHARACTER SET latin1
-- after
-- dolphin
no steps
database other: latin1_swedish_ci
-- pg
as postgresql
-- postgresql
no steps
database other: latin1_swedish_ci

==== create database that is not replicated
-- before
-- statement
CREATE SCHEMA elsewhere_too
-- after
-- dolphin
nothing: It affects no replicated table.
-- pg
as postgresql
-- postgresql
nothing: It affects no replicated table.

==== alter the current database
-- before
-- statement
ALTER DATABASE DEFAULT CHARACTER SET latin1
-- after
-- dolphin
no steps
database shop: latin1_swedish_ci
-- pg
as postgresql
-- postgresql
no steps
database shop: latin1_swedish_ci

==== alter database
-- before
-- statement
ALTER DATABASE shop COLLATE utf8mb4_bin
-- after
-- dolphin
no steps
database shop: utf8mb4_bin
-- pg
as postgresql
-- postgresql
no steps
database shop: utf8mb4_bin

==== drop database
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- statement
DROP DATABASE shop
-- after
-- dolphin
hold: It drops database shop, which has replicated tables (1), and dropping the target's tables is not allowed
would execute: DROP TABLE "shop"."t"
-- pg
as postgresql
-- postgresql
hold: It drops database shop, which has replicated tables (1), and dropping the target's tables is not allowed
would execute: DROP TABLE "shop"."t"

==== rows as a statement
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- statement
INSERT INTO t VALUES (1)
-- after
-- dolphin
hold: It changes rows, or may change rows, and the binlog contains it as a statement (INSERT)
-- pg
as postgresql
-- postgresql
hold: It changes rows, or may change rows, and the binlog contains it as a statement (INSERT)
