==== drop of a range
-- before
CREATE TABLE t (id INT NOT NULL, d DATE NOT NULL, PRIMARY KEY (id, d)) PARTITION BY RANGE (TO_DAYS(d)) (PARTITION p0 VALUES LESS THAN (TO_DAYS('2024-01-01')), PARTITION p1 VALUES LESS THAN (TO_DAYS('2025-01-01')), PARTITION p2 VALUES LESS THAN MAXVALUE);
-- rows
INSERT INTO t VALUES (1, '2023-12-31'), (2, '2024-01-01'), (3, '2024-12-31'), (4, '2025-01-01');
-- statement
ALTER TABLE t DROP PARTITION p1
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  d date not null
  index PRIMARY unique [id, d]
  partitioned by RANGE to_days(`d`): [p0 739251, p2 MAXVALUE]
-- dolphin
hold unless none: A foreign key on the target would change other rows when rows of table shop.t are deleted, which the source did not change.
DELETE FROM "shop"."t" WHERE ("d" >= '2024-01-01' AND "d" < '2025-01-01');
-- pg
as postgresql
-- postgresql
hold unless none: A foreign key on the target would change other rows when rows of table shop.t are deleted, which the source did not change.
DELETE FROM "shop"."t" WHERE ("d" >= '2024-01-01' AND "d" < '2025-01-01');

==== truncate of a list
-- before
CREATE TABLE t (id INT NOT NULL, n INT) PARTITION BY LIST (n) (PARTITION a VALUES IN (1, 2, NULL), PARTITION b VALUES IN (3, -4));
-- rows
INSERT INTO t VALUES (1, 1), (2, 3), (3, NULL), (4, -4);
-- statement
ALTER TABLE t TRUNCATE PARTITION a
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int
  partitioned by LIST `n`: [a 1,2,NULL, b 3,-4]
-- dolphin
hold unless none: A foreign key on the target would change other rows when rows of table shop.t are deleted, which the source did not change.
DELETE FROM "shop"."t" WHERE ("n" IN (1, 2) OR "n" IS NULL);
-- pg
as postgresql
-- postgresql
hold unless none: A foreign key on the target would change other rows when rows of table shop.t are deleted, which the source did not change.
DELETE FROM "shop"."t" WHERE ("n" IN (1, 2) OR "n" IS NULL);

==== first of ranges of integers
-- before
CREATE TABLE t (id INT, n INT) PARTITION BY RANGE COLUMNS (n) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20), PARTITION p2 VALUES LESS THAN (30));
-- rows
INSERT INTO t VALUES (1, 1), (2, 10), (3, NULL), (4, 29);
-- statement
ALTER TABLE t DROP PARTITION p0, p2
-- after
table shop.t utf8mb4_0900_ai_ci
  id int
  n int
  partitioned by RANGE COLUMNS `n`: [p1 20]
-- dolphin
hold unless none: A foreign key on the target would change other rows when rows of table shop.t are deleted, which the source did not change.
DELETE FROM "shop"."t" WHERE ("n" < 10 OR "n" IS NULL) OR ("n" >= 20 AND "n" < 30);
-- pg
as postgresql
-- postgresql
hold unless none: A foreign key on the target would change other rows when rows of table shop.t are deleted, which the source did not change.
DELETE FROM "shop"."t" WHERE ("n" < 10 OR "n" IS NULL) OR ("n" >= 20 AND "n" < 30);

==== add and reorganize
-- before
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20));
-- rows
INSERT INTO t VALUES (1), (11);
-- statement
ALTER TABLE t ADD PARTITION (PARTITION p2 VALUES LESS THAN (30), PARTITION p3 VALUES LESS THAN MAXVALUE)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
  partitioned by RANGE `id`: [p0 10, p1 20, p2 30, p3 MAXVALUE]
-- dolphin
no steps
-- pg
as postgresql
-- postgresql
no steps

==== reorganize
-- before
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20));
-- rows
INSERT INTO t VALUES (1), (11);
-- statement
ALTER TABLE t REORGANIZE PARTITION p1 INTO (PARTITION p1a VALUES LESS THAN (15), PARTITION p1b VALUES LESS THAN (20))
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
  partitioned by RANGE `id`: [p0 10, p1a 15, p1b 20]
-- dolphin
no steps
-- pg
as postgresql
-- postgresql
no steps

==== by hash, and all of it
-- before
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 4;
-- rows
INSERT INTO t VALUES (1), (11);
-- statement
ALTER TABLE t TRUNCATE PARTITION ALL
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
  partitioned by HASH `id`: [p0, p1, p2, p3]
-- dolphin
TRUNCATE TABLE "shop"."t";
-- pg
as postgresql
-- postgresql
TRUNCATE TABLE "shop"."t";

==== by key, one of it
-- before
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY KEY () PARTITIONS 4;
-- rows
INSERT INTO t VALUES (1), (11);
-- statement
ALTER TABLE t TRUNCATE PARTITION p1
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
  partitioned by KEY `id`: [p0, p1, p2, p3]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1

==== exchange
-- before
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20));
CREATE TABLE other (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1), (11);
-- statement
ALTER TABLE t EXCHANGE PARTITION p0 WITH TABLE other
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
  partitioned by RANGE `id`: [p0 10, p1 20]
-- dolphin
copy again [shop.other, shop.t]: The binlog does not contain the rows of table shop.t: its partition p0 was exchanged with table shop.other.
-- pg
as postgresql
-- postgresql
copy again [shop.other, shop.t]: The binlog does not contain the rows of table shop.t: its partition p0 was exchanged with table shop.other.

==== partition and add
-- before
CREATE TABLE t (id INT PRIMARY KEY, d DATETIME);
-- rows
INSERT INTO t VALUES (1, NULL);
-- statement
ALTER TABLE t ADD n INT PARTITION BY KEY (id) PARTITIONS 2
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  d datetime
  n int
  index PRIMARY unique [id]
  partitioned by KEY `id`: [p0, p1]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "n" integer;
note: shop.t, partitions: the target's table is not partitioned (create the table on the target by hand, before the first start, if its partitions must be others)
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "n" integer;
note: shop.t, partitions: the target's table is not partitioned (create the table on the target by hand, before the first start, if its partitions must be others)

==== remove partitioning
-- before
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 4;
-- rows
INSERT INTO t VALUES (1), (11);
-- statement
ALTER TABLE t REMOVE PARTITIONING
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
-- dolphin
no steps
-- pg
as postgresql
-- postgresql
no steps

==== analyze
-- before
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 4;
-- statement
ALTER TABLE t ANALYZE PARTITION p0
-- after
-- dolphin
nothing: It changes nothing that Gaussferry replicates of its tables.
-- pg
as postgresql
-- postgresql
nothing: It changes nothing that Gaussferry replicates of its tables.

==== drop of moments in a zone that is an offset
-- before
CREATE TABLE t (id INT, ts TIMESTAMP NOT NULL) PARTITION BY RANGE (UNIX_TIMESTAMP(ts)) (PARTITION p0 VALUES LESS THAN (UNIX_TIMESTAMP('2026-03-29 02:30:00')), PARTITION p1 VALUES LESS THAN MAXVALUE);
-- rows
INSERT INTO t VALUES (1, '2026-03-29 02:29:59'), (2, '2026-03-29 02:30:00');
-- session
time_zone = +02:00
-- statement
ALTER TABLE t DROP PARTITION p0
-- after
table shop.t utf8mb4_0900_ai_ci
  id int
  ts timestamp not null
  partitioned by RANGE unix_timestamp(`ts`): [p1 MAXVALUE]
-- dolphin
hold unless none: A foreign key on the target would change other rows when rows of table shop.t are deleted, which the source did not change.
DELETE FROM "shop"."t" WHERE ("ts" < '2026-03-29T00:30:00Z' OR "ts" IS NULL);
-- pg
as postgresql
-- postgresql
hold unless none: A foreign key on the target would change other rows when rows of table shop.t are deleted, which the source did not change.
DELETE FROM "shop"."t" WHERE ("ts" < '2026-03-29T00:30:00Z' OR "ts" IS NULL);

==== drop of moments in the server's zone
-- before
CREATE TABLE t (id INT, ts TIMESTAMP NOT NULL) PARTITION BY RANGE (UNIX_TIMESTAMP(ts)) (PARTITION p0 VALUES LESS THAN (UNIX_TIMESTAMP('2026-03-29 02:30:00')), PARTITION p1 VALUES LESS THAN MAXVALUE);
-- rows
INSERT INTO t VALUES (1, '2026-03-29 02:29:59'), (2, '2026-03-29 12:30:00');
-- session
time_zone = SYSTEM
-- statement
ALTER TABLE t DROP PARTITION p0
-- after
table shop.t utf8mb4_0900_ai_ci
  id int
  ts timestamp not null
  partitioned by RANGE unix_timestamp(`ts`): [p1 MAXVALUE]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1

==== drop of moments beyond 31 bits
-- before
CREATE TABLE t (id INT, ts TIMESTAMP NOT NULL) PARTITION BY RANGE (UNIX_TIMESTAMP(ts)) (PARTITION p0 VALUES LESS THAN (UNIX_TIMESTAMP('2040-01-01')), PARTITION p1 VALUES LESS THAN MAXVALUE);
-- rows
INSERT INTO t VALUES (1, '2026-03-29 02:29:59');
-- statement
ALTER TABLE t DROP PARTITION p0
-- after
table shop.t utf8mb4_0900_ai_ci
  id int
  ts timestamp not null
  partitioned by RANGE unix_timestamp(`ts`): [p1 MAXVALUE]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1

==== repair moves rows, and changes none
-- before
CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 4;
-- statement
ALTER TABLE t REPAIR PARTITION ALL
-- after
-- dolphin
nothing: It changes nothing that Gaussferry replicates of its tables.
-- pg
as postgresql
-- postgresql
nothing: It changes nothing that Gaussferry replicates of its tables.
