==== convert
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b TEXT, c ENUM('x'), d VARBINARY(5), e CHAR(5) CHARACTER SET ascii, KEY (a)) CHARSET latin1;
-- rows
INSERT INTO t VALUES (1, 'é', 'text', 'x', 'b', 'e');
-- statement
ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci
-- after
table shop.t utf8mb4_unicode_ci
  id int not null
  a varchar(10) utf8mb4_unicode_ci
  b mediumtext utf8mb4_unicode_ci
  c enum('x') utf8mb4_unicode_ci
  d varbinary(5)
  e char(5) utf8mb4_unicode_ci
  index PRIMARY unique [id]
  index a [a]
-- dolphin
no steps
-- pg
as postgresql
-- postgresql
no steps

==== convert to bytes
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b TINYTEXT, c ENUM('x') DEFAULT 'x', d CHAR(5), KEY (a(3)));
-- statement
ALTER TABLE t CONVERT TO CHARACTER SET binary
-- after
table shop.t binary
  id int not null
  a varbinary(10)
  b tinyblob
  c enum('x') default 'x'
  d binary(5)
  index PRIMARY unique [id]
  index a [a(3)]
-- dolphin
DROP INDEX "shop"."t_a" -- if it is due;
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varbinary(10) USING CAST(NULL AS varbinary(10));
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE tinyblob USING CAST(NULL AS tinyblob);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE binary(5) USING CAST(NULL AS binary(5));
CREATE INDEX "t_a" ON "shop"."t" ((decode(left(hex("a"), 6), 'hex')));
-- pg
as postgresql
-- postgresql
DROP INDEX "shop"."t_a" -- if it is due;
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE bytea USING CAST(NULL AS bytea);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE bytea USING CAST(NULL AS bytea);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE bytea USING CAST(NULL AS bytea);
CREATE INDEX "t_a" ON "shop"."t" ((substring("a", 1, 3)));

==== the default alone
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10)) CHARSET latin1;
-- rows
INSERT INTO t VALUES (1, 'é');
-- statement
ALTER TABLE t DEFAULT CHARACTER SET utf8mb4, ADD b VARCHAR(10)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(10) latin1_swedish_ci
  b varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(10) COLLATE "utf8mb4_general_ci";
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(10);

==== one column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b VARCHAR(10)) CHARSET utf8mb4;
-- rows
INSERT INTO t VALUES (1, 'e', 'f');
-- statement
ALTER TABLE t MODIFY a VARCHAR(10) CHARACTER SET latin1, MODIFY b VARCHAR(10) COLLATE utf8mb4_bin
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(10) latin1_swedish_ci
  b varchar(10) utf8mb4_bin
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE varchar(10) COLLATE "utf8mb4_bin";
-- pg
as postgresql
-- postgresql
no steps

==== one column, in a session that is not strict
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10)) CHARSET utf8mb4;
-- rows
INSERT INTO t VALUES (1, '表');
-- session
NOT STRICT
-- statement
ALTER TABLE t MODIFY a VARCHAR(10) CHARACTER SET latin1
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(10) latin1_swedish_ci
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE octet_length(CAST("a" AS TEXT)) <> char_length(CAST("a" AS TEXT)) LIMIT 1
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE octet_length(CAST("a" AS TEXT)) <> char_length(CAST("a" AS TEXT)) LIMIT 1

==== conversion of columns that the statement declares
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10)) CHARSET latin1;
-- rows
INSERT INTO t VALUES (1, 'é');
-- statement
ALTER TABLE t ADD b VARCHAR(20) CHARACTER SET latin1 NOT NULL DEFAULT 'é', ADD c ENUM('é') CHARACTER SET latin1, ADD d VARBINARY(3), MODIFY a VARCHAR(10) CHARACTER SET ascii, CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
-- after
table shop.t utf8mb4_bin
  id int not null
  a varchar(10) utf8mb4_bin
  b varchar(20) utf8mb4_bin not null default 'é'
  c enum('é') utf8mb4_bin
  d varbinary(3)
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(10) COLLATE "utf8mb4_bin";
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(20) COLLATE "utf8mb4_bin" DEFAULT 'é' NOT NULL;
ALTER TABLE "shop"."t" ADD COLUMN "c" enum('é');
ALTER TABLE "shop"."t" ADD COLUMN "d" varbinary(3);
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(20) DEFAULT 'é' NOT NULL;
ALTER TABLE "shop"."t" ADD COLUMN "c" varchar(1);
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_c_check" CHECK ("c" IN ('é', ''));
ALTER TABLE "shop"."t" ADD COLUMN "d" bytea;
