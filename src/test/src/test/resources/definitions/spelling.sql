==== quotes of names
-- before
CREATE TABLE "my table" ("the id" INT PRIMARY KEY, a VARCHAR(10) DEFAULT 'x');
-- rows
INSERT INTO "my table" VALUES (1, 'a');
-- session
ANSI_QUOTES
-- statement
ALTER TABLE "my table" ADD "b""c" INT COMMENT 'quo"ted'
-- after
table shop.my table utf8mb4_0900_ai_ci
  the id int not null
  a varchar(10) utf8mb4_0900_ai_ci default 'x'
  b"c int comment 'quo"ted'
  index PRIMARY unique [the id]
-- dolphin
ALTER TABLE "shop"."my table" ADD COLUMN "b""c" integer;
COMMENT ON COLUMN "shop"."my table"."b""c" IS 'quo"ted';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."my table" ADD COLUMN "b""c" integer;
COMMENT ON COLUMN "shop"."my table"."b""c" IS 'quo"ted';

==== no escapes
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- session
NO_BACKSLASH_ESCAPES
-- statement
ALTER TABLE t ADD a VARCHAR(10) DEFAULT 'a\b', ADD b ENUM('x\','y')
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(10) utf8mb4_0900_ai_ci default 'a\b'
  b enum('x\\','y') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "a" varchar(10) COLLATE "utf8mb4_general_ci" DEFAULT E'a\\b';
ALTER TABLE "shop"."t" ADD COLUMN "b" enum(E'x\\', 'y');
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "a" varchar(10) DEFAULT E'a\\b';
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(2);
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_b_check" CHECK ("b" IN (E'x\\', 'y', ''));

==== escapes
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE t ADD a VARCHAR(10) DEFAULT 'a\\b\'' 'c', ADD b VARCHAR(10) DEFAULT "d\"e'"
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(10) utf8mb4_0900_ai_ci default 'a\b'c'
  b varchar(10) utf8mb4_0900_ai_ci default 'd"e''
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "a" varchar(10) COLLATE "utf8mb4_general_ci" DEFAULT E'a\\b''c';
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(10) COLLATE "utf8mb4_general_ci" DEFAULT 'd"e''';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "a" varchar(10) DEFAULT E'a\\b''c';
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(10) DEFAULT 'd"e''';

==== comments for versions
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
/*!40000 ALTER TABLE `t` ADD /*comment*/ `a` INT DEFAULT 3 */ -- the end
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int default '3'
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "a" integer DEFAULT '3';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "a" integer DEFAULT '3';

==== keywords as names
-- before
CREATE TABLE t (id INT PRIMARY KEY, `order` INT, type INT, status INT, `key` VARCHAR(10));
-- rows
INSERT INTO t VALUES (1, 1, 1, 1, 'k');
-- statement
alter table t change `order` position int, change type kind int, modify status bigint, add value text, add `rank` int, add key `key` (`key`)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  position int
  kind int
  status bigint
  key varchar(10) utf8mb4_0900_ai_ci
  value text utf8mb4_0900_ai_ci
  rank int
  index PRIMARY unique [id]
  index key [key]
-- dolphin
ALTER TABLE "shop"."t" RENAME COLUMN "order" TO "position";
ALTER TABLE "shop"."t" RENAME COLUMN "type" TO "kind";
ALTER TABLE "shop"."t" ALTER COLUMN "status" TYPE bigint;
ALTER TABLE "shop"."t" ADD COLUMN "value" text COLLATE "utf8mb4_general_ci";
ALTER TABLE "shop"."t" ADD COLUMN "rank" integer;
CREATE INDEX "t_key" ON "shop"."t" ("key");
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" RENAME COLUMN "order" TO "position";
ALTER TABLE "shop"."t" RENAME COLUMN "type" TO "kind";
ALTER TABLE "shop"."t" ALTER COLUMN "status" TYPE bigint;
ALTER TABLE "shop"."t" ADD COLUMN "value" text;
ALTER TABLE "shop"."t" ADD COLUMN "rank" integer;
CREATE INDEX "t_key" ON "shop"."t" ("key");

==== the database before the table
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE shop.t ADD a INT;
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "a" integer;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "a" integer;

==== names without their case
-- before
CREATE TABLE t (Id INT PRIMARY KEY, Name VARCHAR(10), KEY By_Name (Name));
-- rows
INSERT INTO t VALUES (1, 'a');
-- statement
ALTER TABLE t MODIFY NAME VARCHAR(20), DROP KEY BY_NAME, ADD KEY (NAME)
-- after
table shop.t utf8mb4_0900_ai_ci
  Id int not null
  NAME varchar(20) utf8mb4_0900_ai_ci
  index PRIMARY unique [Id]
  index NAME [NAME]
-- dolphin
DROP INDEX "shop"."t_By_Name" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "Name" TO "NAME";
ALTER TABLE "shop"."t" ALTER COLUMN "NAME" TYPE varchar(20) COLLATE "utf8mb4_general_ci" -- if it is due;
CREATE INDEX "t_NAME" ON "shop"."t" ("NAME");
-- pg
as postgresql
-- postgresql
DROP INDEX "shop"."t_By_Name" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "Name" TO "NAME";
ALTER TABLE "shop"."t" ALTER COLUMN "NAME" TYPE varchar(20) -- if it is due;
CREATE INDEX "t_NAME" ON "shop"."t" ("NAME");

==== first timestamps
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- session
implicit timestamps
-- statement
CREATE TABLE u (a TIMESTAMP, b TIMESTAMP, c TIMESTAMP NULL, d TIMESTAMP DEFAULT CURRENT_TIMESTAMP)
-- after
table shop.u utf8mb4_0900_ai_ci
  a timestamp not null default (CURRENT_TIMESTAMP) on update now
  b timestamp not null default '0000-00-00 00:00:00'
  c timestamp
  d timestamp not null default (CURRENT_TIMESTAMP)
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."u" ("a" timestamp(0) with time zone DEFAULT CURRENT_TIMESTAMP(0) NOT NULL, "b" timestamp(0) with time zone DEFAULT '0000-00-00 00:00:00' NOT NULL, "c" timestamp(0) with time zone, "d" timestamp(0) with time zone DEFAULT CURRENT_TIMESTAMP(0) NOT NULL);
note: shop.u, column a: ON UPDATE CURRENT_TIMESTAMP is left out while changes are replayed (nothing needs to be done now: the cutover adds it (with dolphin), or lists it as manual work)
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."u" ("a" timestamp(0) with time zone DEFAULT CURRENT_TIMESTAMP(0) NOT NULL, "b" timestamp(0) with time zone NOT NULL, "c" timestamp(0) with time zone, "d" timestamp(0) with time zone DEFAULT CURRENT_TIMESTAMP(0) NOT NULL);
note: shop.u, column b: its default '0000-00-00 00:00:00' is a moment that depends on the time zone of the session that declared it (give the column a default on the target by hand, before the application uses it)
note: shop.u, column a: ON UPDATE CURRENT_TIMESTAMP is left out while changes are replayed (nothing needs to be done now: the cutover adds it (with dolphin), or lists it as manual work)

==== what cannot be read
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- statement
ALTER TABLE t MAGIC
-- after
-- dolphin
hold: Its effect is unknown: syntax error at line 1, column 20, near "<EOF>"
-- pg
as postgresql
-- postgresql
hold: Its effect is unknown: syntax error at line 1, column 20, near "<EOF>"

==== RENAME with =
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE t RENAME = u, ADD a INT DEFAULT 3
-- after
table shop.u utf8mb4_0900_ai_ci
  id int not null
  a int default '3'
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" RENAME TO "u";
ALTER INDEX "shop"."t_pkey" RENAME TO "u_pkey" -- if it is due;
ALTER TABLE "shop"."u" ADD COLUMN "a" integer DEFAULT '3';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" RENAME TO "u";
ALTER INDEX "shop"."t_pkey" RENAME TO "u_pkey" -- if it is due;
ALTER TABLE "shop"."u" ADD COLUMN "a" integer DEFAULT '3';
