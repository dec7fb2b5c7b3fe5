==== add one
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10));
-- rows
INSERT INTO t VALUES (1, 'a'), (2, NULL);
-- statement
ALTER TABLE t ADD COLUMN b INT
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(10) utf8mb4_0900_ai_ci
  b int
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "b" integer;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "b" integer;

==== add several, with places
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), z INT);
-- rows
INSERT INTO t VALUES (1, 'a', 1), (2, NULL, 2);
-- statement
ALTER TABLE t ADD b INT DEFAULT 5 AFTER id, ADD COLUMN c VARCHAR(20) NOT NULL FIRST, ADD d DECIMAL(10,2) NOT NULL DEFAULT 1.5 AFTER c, ADD (e TEXT, f ENUM('x','y') NOT NULL), ALGORITHM=INSTANT
-- after
table shop.t utf8mb4_0900_ai_ci
  c varchar(20) utf8mb4_0900_ai_ci not null
  d decimal(10,2) not null default '1.50'
  id int not null
  b int default '5'
  a varchar(10) utf8mb4_0900_ai_ci
  z int
  e text utf8mb4_0900_ai_ci
  f enum('x','y') utf8mb4_0900_ai_ci not null
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "c" varchar(20) COLLATE "utf8mb4_general_ci" DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "c" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "d" numeric(10,2) DEFAULT '1.50' NOT NULL;
ALTER TABLE "shop"."t" ADD COLUMN "b" integer DEFAULT '5';
ALTER TABLE "shop"."t" ADD COLUMN "e" text COLLATE "utf8mb4_general_ci";
ALTER TABLE "shop"."t" ADD COLUMN "f" enum('x', 'y') DEFAULT 'x' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "f" DROP DEFAULT;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "c" varchar(20) DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "c" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "d" numeric(10,2) DEFAULT '1.50' NOT NULL;
ALTER TABLE "shop"."t" ADD COLUMN "b" integer DEFAULT '5';
ALTER TABLE "shop"."t" ADD COLUMN "e" text;
ALTER TABLE "shop"."t" ADD COLUMN "f" varchar(1) DEFAULT 'x' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "f" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_f_check" CHECK ("f" IN ('x', 'y', ''));

==== add with what stands for nothing
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1), (2);
-- statement
ALTER TABLE t ADD a BIGINT UNSIGNED NOT NULL, ADD b VARCHAR(5) NOT NULL, ADD c DOUBLE NOT NULL, ADD d TEXT NOT NULL, ADD e BLOB NOT NULL, ADD f SET('a','b') NOT NULL, ADD g TINYINT(1) NOT NULL DEFAULT 1
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a bigint unsigned not null
  b varchar(5) utf8mb4_0900_ai_ci not null
  c double not null
  d text utf8mb4_0900_ai_ci not null
  e blob not null
  f set('a','b') utf8mb4_0900_ai_ci not null
  g tinyint(1) not null default '1'
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "a" uint8 DEFAULT 0 NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(5) COLLATE "utf8mb4_general_ci" DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "b" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "c" double precision DEFAULT 0 NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "c" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "d" text COLLATE "utf8mb4_general_ci" DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "d" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "e" blob DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "e" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "f" set('a', 'b') DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "f" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "g" tinyint DEFAULT '1' NOT NULL;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "a" numeric(20) DEFAULT 0 NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "b" varchar(5) DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "b" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "c" double precision DEFAULT 0 NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "c" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "d" text DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "d" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "e" bytea DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "e" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "f" text DEFAULT '' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "f" DROP DEFAULT;
ALTER TABLE "shop"."t" ADD COLUMN "g" smallint DEFAULT '1' NOT NULL;

==== add with the time of the statement
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- statement
ALTER TABLE t ADD created TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, ADD changed DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  created timestamp not null default (CURRENT_TIMESTAMP)
  changed datetime(3) default (CURRENT_TIMESTAMP(3)) on update now
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "created" timestamp(0) with time zone DEFAULT '2026-11-22 12:34:56+00' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "created" SET DEFAULT CURRENT_TIMESTAMP(0);
ALTER TABLE "shop"."t" ADD COLUMN "changed" datetime(3) DEFAULT '2026-11-22 12:34:56.789';
ALTER TABLE "shop"."t" ALTER COLUMN "changed" SET DEFAULT CURRENT_TIMESTAMP(3);
note: shop.t, column changed: ON UPDATE CURRENT_TIMESTAMP is left out while changes are replayed (nothing needs to be done now: the cutover adds it (with dolphin), or lists it as manual work)
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "created" timestamp(0) with time zone DEFAULT '2026-11-22 12:34:56+00' NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "created" SET DEFAULT CURRENT_TIMESTAMP(0);
ALTER TABLE "shop"."t" ADD COLUMN "changed" timestamp(3) without time zone DEFAULT '2026-11-22 12:34:56.789';
ALTER TABLE "shop"."t" ALTER COLUMN "changed" SET DEFAULT CURRENT_TIMESTAMP(3);
note: shop.t, column changed: ON UPDATE CURRENT_TIMESTAMP is left out while changes are replayed (nothing needs to be done now: the cutover adds it (with dolphin), or lists it as manual work)

==== add with a number for each row
-- before
CREATE TABLE t (a VARCHAR(10));
-- rows
INSERT INTO t VALUES ('b'), ('a');
-- statement
ALTER TABLE t ADD id INT AUTO_INCREMENT PRIMARY KEY FIRST
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null auto_increment
  a varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "id" integer NOT NULL;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_pkey" PRIMARY KEY ("id");
note: shop.t, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "id" integer NOT NULL;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_pkey" PRIMARY KEY ("id");
note: shop.t, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)

==== add one that is computed
-- before
CREATE TABLE t (id INT PRIMARY KEY, n INT);
-- rows
INSERT INTO t VALUES (1, 5);
-- statement
ALTER TABLE t ADD twice INT AS (n * 2) STORED
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int
  twice int as ((`n` * 2))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "twice" integer;
note: shop.t, column twice: it is computed at the source ((`n` * 2)) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "twice" integer;
note: shop.t, column twice: it is computed at the source ((`n` * 2)) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)

==== add one that is computed, to no rows
-- before
CREATE TABLE t (id INT PRIMARY KEY, n INT);
-- statement
ALTER TABLE t ADD twice INT AS (n * 2) STORED
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int
  twice int as ((`n` * 2))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "twice" integer;
note: shop.t, column twice: it is computed at the source ((`n` * 2)) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "twice" integer;
note: shop.t, column twice: it is computed at the source ((`n` * 2)) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)

==== add with index, check and comment
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT);
-- rows
INSERT INTO t VALUES (1, 1);
-- statement
ALTER TABLE t ADD b INT UNIQUE COMMENT 'a "b"', ADD c INT CHECK (c >= 0), ADD INDEX (a, b)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  b int comment 'a "b"'
  c int
  index PRIMARY unique [id]
  index a [a, b]
  index b unique [b]
  check t_chk_1 (`c` >= 0)
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "b" integer;
ALTER TABLE "shop"."t" ADD COLUMN "c" integer;
CREATE INDEX "t_a" ON "shop"."t" ("a", "b");
CREATE UNIQUE INDEX "t_b" ON "shop"."t" ("b");
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_chk_1" CHECK (("c" >= 0));
COMMENT ON COLUMN "shop"."t"."b" IS 'a "b"';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "b" integer;
ALTER TABLE "shop"."t" ADD COLUMN "c" integer;
CREATE INDEX "t_a" ON "shop"."t" ("a", "b");
CREATE UNIQUE INDEX "t_b" ON "shop"."t" ("b");
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_chk_1" CHECK (("c" >= 0));
COMMENT ON COLUMN "shop"."t"."b" IS 'a "b"';

==== drop
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b INT, c INT CHECK (c > 0), KEY only_a (a), KEY a_b (a, b), UNIQUE KEY b_c (b, c));
-- rows
INSERT INTO t VALUES (1, 'a', 1, 1), (2, 'b', 2, 1);
-- statement
ALTER TABLE t DROP COLUMN a, DROP c
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  b int
  index PRIMARY unique [id]
  index a_b [b]
  index b_c unique [b]
-- dolphin
DROP INDEX "shop"."t_a_b" -- if it is due;
hold unless none: The target's table shop.t has no index t_b_c. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_b_c";
DROP INDEX "shop"."t_only_a" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_chk_1" -- if it is due;
ALTER TABLE "shop"."t" DROP COLUMN "a";
ALTER TABLE "shop"."t" DROP COLUMN "c";
CREATE INDEX "t_a_b" ON "shop"."t" ("b");
CREATE UNIQUE INDEX "t_b_c" ON "shop"."t" ("b");
-- pg
as postgresql
-- postgresql
DROP INDEX "shop"."t_a_b" -- if it is due;
hold unless none: The target's table shop.t has no index t_b_c. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_b_c";
DROP INDEX "shop"."t_only_a" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_chk_1" -- if it is due;
ALTER TABLE "shop"."t" DROP COLUMN "a";
ALTER TABLE "shop"."t" DROP COLUMN "c";
CREATE INDEX "t_a_b" ON "shop"."t" ("b");
CREATE UNIQUE INDEX "t_b_c" ON "shop"."t" ("b");

==== rename
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10) COMMENT 'A', kind ENUM('x','y'), KEY by_a (a), KEY both_ (kind, a));
-- rows
INSERT INTO t VALUES (1, 'a', 'x');
-- statement
ALTER TABLE t RENAME COLUMN a TO b, RENAME COLUMN kind TO `Kind Of`
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  b varchar(10) utf8mb4_0900_ai_ci comment 'A'
  Kind Of enum('x','y') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index both_ [Kind Of, b]
  index by_a [b]
-- dolphin
ALTER TABLE "shop"."t" RENAME COLUMN "a" TO "b";
ALTER TABLE "shop"."t" RENAME COLUMN "kind" TO "Kind Of";
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" RENAME COLUMN "a" TO "b";
ALTER TABLE "shop"."t" RENAME COLUMN "kind" TO "Kind Of";
ALTER TABLE "shop"."t" RENAME CONSTRAINT "t_kind_check" TO "t_Kind Of_check" -- if it is due;

==== rename two for each other
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b INT, KEY by_a (a));
-- rows
INSERT INTO t VALUES (1, 'a', 2);
-- statement
ALTER TABLE t RENAME COLUMN a TO b, RENAME COLUMN b TO a
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  b varchar(10) utf8mb4_0900_ai_ci
  a int
  index PRIMARY unique [id]
  index by_a [b]
-- dolphin
ALTER TABLE "shop"."t" RENAME COLUMN "a" TO "gaussferry renamed 0 ";
ALTER TABLE "shop"."t" RENAME COLUMN "b" TO "a";
ALTER TABLE "shop"."t" RENAME COLUMN "gaussferry renamed 0 " TO "b";
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" RENAME COLUMN "a" TO "gaussferry renamed 0 ";
ALTER TABLE "shop"."t" RENAME COLUMN "b" TO "a";
ALTER TABLE "shop"."t" RENAME COLUMN "gaussferry renamed 0 " TO "b";

==== rename what a foreign key refers to
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT, CONSTRAINT k FOREIGN KEY (p) REFERENCES parent (id));
-- rows
INSERT INTO parent VALUES (1);
INSERT INTO child VALUES (1, 1);
-- statement
ALTER TABLE parent CHANGE id number INT NOT NULL
-- after
table shop.parent utf8mb4_0900_ai_ci
  number int not null
  index PRIMARY unique [number]
table shop.child utf8mb4_0900_ai_ci
  id int not null
  p int
  index PRIMARY unique [id]
  index k [p]
  foreign key k [p] to shop.parent [number] on update NO ACTION on delete NO ACTION
-- dolphin
ALTER TABLE "shop"."parent" RENAME COLUMN "id" TO "number";
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."parent" RENAME COLUMN "id" TO "number";

==== drop one and rename another to its name
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b INT);
-- rows
INSERT INTO t VALUES (1, 'a', 2);
-- statement
ALTER TABLE t DROP COLUMN a, RENAME COLUMN b TO a
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" DROP COLUMN "a";
ALTER TABLE "shop"."t" RENAME COLUMN "b" TO "a";
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" DROP COLUMN "a";
ALTER TABLE "shop"."t" RENAME COLUMN "b" TO "a";

==== drop one and add another of its name
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, KEY by_a (a));
-- rows
INSERT INTO t VALUES (1, 7);
-- statement
ALTER TABLE t DROP COLUMN a, ADD COLUMN a INT NOT NULL DEFAULT 3
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int not null default '3'
  index PRIMARY unique [id]
  index by_a [a]
-- dolphin
DROP INDEX "shop"."t_by_a" -- if it is due;
ALTER TABLE "shop"."t" DROP COLUMN "a";
ALTER TABLE "shop"."t" ADD COLUMN "a" integer DEFAULT '3' NOT NULL;
CREATE INDEX "t_by_a" ON "shop"."t" ("a");
-- pg
as postgresql
-- postgresql
DROP INDEX "shop"."t_by_a" -- if it is due;
ALTER TABLE "shop"."t" DROP COLUMN "a";
ALTER TABLE "shop"."t" ADD COLUMN "a" integer DEFAULT '3' NOT NULL;
CREATE INDEX "t_by_a" ON "shop"."t" ("a");

==== modify forgets what it does not say
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10) NOT NULL DEFAULT 'x' COMMENT 'A');
-- rows
INSERT INTO t VALUES (1, 'a');
-- statement
ALTER TABLE t MODIFY a VARCHAR(20)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(20) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(20) COLLATE "utf8mb4_general_ci" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP NOT NULL;
COMMENT ON COLUMN "shop"."t"."a" IS NULL;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(20) -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP NOT NULL;
COMMENT ON COLUMN "shop"."t"."a" IS NULL;

==== modify with a place
-- before
CREATE TABLE t (a INT, b INT, c INT, d INT);
-- rows
INSERT INTO t VALUES (1, 2, 3, 4);
-- statement
ALTER TABLE t MODIFY d INT AFTER a, MODIFY c BIGINT FIRST, ADD e INT AFTER c
-- after
table shop.t utf8mb4_0900_ai_ci
  c bigint
  e int
  a int
  d int
  b int
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE bigint;
ALTER TABLE "shop"."t" ADD COLUMN "e" integer;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE bigint;
ALTER TABLE "shop"."t" ADD COLUMN "e" integer;

==== change the primary key's column
-- before
CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a INT);
-- rows
INSERT INTO t VALUES (1, 1);
-- statement
ALTER TABLE t MODIFY id BIGINT UNSIGNED AUTO_INCREMENT
-- after
table shop.t utf8mb4_0900_ai_ci
  id bigint unsigned not null auto_increment
  a int
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "id" FROM "shop"."t" WHERE "id" < 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "id" TYPE uint8;
ALTER TABLE "shop"."t" ALTER COLUMN "id" SET NOT NULL;
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "id" FROM "shop"."t" WHERE "id" < 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "id" TYPE numeric(20);

==== not null
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(10) NOT NULL);
-- rows
INSERT INTO t VALUES (1, 1, 'b');
-- statement
ALTER TABLE t MODIFY a INT NOT NULL, MODIFY b VARCHAR(10) NULL
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int not null
  b varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "b" DROP NOT NULL;
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "b" DROP NOT NULL;

==== defaults alone
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT DEFAULT 1, b VARCHAR(10), c INT DEFAULT 3);
-- rows
INSERT INTO t VALUES (1, 1, 'b', 1);
-- statement
ALTER TABLE t ALTER a DROP DEFAULT, ALTER COLUMN b SET DEFAULT 'it''s', ALTER c SET DEFAULT (1 + 1)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  b varchar(10) utf8mb4_0900_ai_ci default 'it's'
  c int default ((1 + 1))
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "b" SET DEFAULT 'it''s';
ALTER TABLE "shop"."t" ALTER COLUMN "c" SET DEFAULT (1 + 1);
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "b" SET DEFAULT 'it''s';
ALTER TABLE "shop"."t" ALTER COLUMN "c" SET DEFAULT (1 + 1);

==== visibility
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT);
-- rows
INSERT INTO t VALUES (1, 1, 1);
-- statement
ALTER TABLE t ALTER a SET INVISIBLE
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int invisible
  b int
  index PRIMARY unique [id]
-- dolphin
no steps
note: shop.t, column a: it is invisible at the source, and part of every SELECT * on the target (name columns in queries that must not see it)
-- pg
as postgresql
-- postgresql
no steps
note: shop.t, column a: it is invisible at the source, and part of every SELECT * on the target (name columns in queries that must not see it)

==== auto_increment for a column that is there
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT);
-- rows
INSERT INTO t VALUES (1, 1);
-- statement
ALTER TABLE t MODIFY id INT NOT NULL AUTO_INCREMENT, AUTO_INCREMENT = 100
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null auto_increment
  a int
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "id" FROM "shop"."t" WHERE "id" = 0 LIMIT 1
note: shop.t, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "id" FROM "shop"."t" WHERE "id" = 0 LIMIT 1
note: shop.t, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)

==== by the clock and an expression
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE t ADD later DATETIME DEFAULT (CURRENT_TIMESTAMP + INTERVAL 1 DAY)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  later datetime default (CURRENT_TIMESTAMP + INTERVAL 1 DAY)
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "later" datetime(0);
note: shop.t, column later: its default (CURRENT_TIMESTAMP + INTERVAL 1 DAY) is an expression that the target may understand differently (give the column a default on the target by hand, before the application uses it)
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "later" timestamp(0) without time zone;
note: shop.t, column later: its default (CURRENT_TIMESTAMP + INTERVAL 1 DAY) is an expression that the target may understand differently (give the column a default on the target by hand, before the application uses it)

==== by the clock in a zone with a name
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- session
time_zone = SYSTEM
-- statement
ALTER TABLE t ADD seen DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  seen datetime not null default (CURRENT_TIMESTAMP)
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "seen" datetime(0) DEFAULT CURRENT_TIMESTAMP(0) NOT NULL;
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ADD COLUMN "seen" timestamp(0) without time zone DEFAULT CURRENT_TIMESTAMP(0) NOT NULL;

==== defaults of another kind than the column
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE t ADD a VARCHAR(5) CHARACTER SET latin1 NOT NULL DEFAULT 0xE9, ADD b BIT(8) NOT NULL DEFAULT '1', ADD c VARCHAR(10) DEFAULT 1e3, ADD d ENUM('1', '2') DEFAULT 1
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(5) latin1_swedish_ci not null default 'é'
  b bit(8) not null default 'b'110001''
  c varchar(10) utf8mb4_0900_ai_ci default '1000'
  d enum('1','2') utf8mb4_0900_ai_ci default '1'
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "a" varchar(5) COLLATE "utf8mb4_general_ci" DEFAULT 'é' NOT NULL;
ALTER TABLE "shop"."t" ADD COLUMN "b" bit(8) DEFAULT B'00110001' NOT NULL;
ALTER TABLE "shop"."t" ADD COLUMN "c" varchar(10) COLLATE "utf8mb4_general_ci" DEFAULT '1000';
ALTER TABLE "shop"."t" ADD COLUMN "d" enum('1', '2') DEFAULT '1';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "a" varchar(5) DEFAULT 'é' NOT NULL;
ALTER TABLE "shop"."t" ADD COLUMN "b" bit(8) DEFAULT B'00110001' NOT NULL;
ALTER TABLE "shop"."t" ADD COLUMN "c" varchar(10) DEFAULT '1000';
ALTER TABLE "shop"."t" ADD COLUMN "d" varchar(1) DEFAULT '1';
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_d_check" CHECK ("d" IN ('1', '2', ''));

==== a default whose value is not certain
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE t ADD a TIME NOT NULL DEFAULT '1 2:3', ADD b INT
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a time not null default '…'
  b int
  index PRIMARY unique [id]
-- dolphin
copy again [shop.t]: The binlog does not contain the rows of table shop.t: only the source knows the default of its column a.
-- pg
as postgresql
-- postgresql
copy again [shop.t]: The binlog does not contain the rows of table shop.t: only the source knows the default of its column a.

==== a later default whose value is not certain
-- before
CREATE TABLE t (id INT PRIMARY KEY, a TIME);
-- statement
ALTER TABLE t ALTER COLUMN a SET DEFAULT '1 2:3'
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a time default '…'
  index PRIMARY unique [id]
-- dolphin
copy again [shop.t]: The binlog does not contain the rows of table shop.t: only the source knows the default of its column a.
-- pg
as postgresql
-- postgresql
copy again [shop.t]: The binlog does not contain the rows of table shop.t: only the source knows the default of its column a.

==== years of zero
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE t ADD a YEAR DEFAULT 0, ADD b YEAR DEFAULT '0', ADD c YEAR DEFAULT '0000'
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a year default '0000'
  b year default '2000'
  c year default '0000'
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ADD COLUMN "a" year DEFAULT 0;
ALTER TABLE "shop"."t" ADD COLUMN "b" year DEFAULT '2000';
ALTER TABLE "shop"."t" ADD COLUMN "c" year DEFAULT 0;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ADD COLUMN "a" smallint DEFAULT '0000';
ALTER TABLE "shop"."t" ADD COLUMN "b" smallint DEFAULT '2000';
ALTER TABLE "shop"."t" ADD COLUMN "c" smallint DEFAULT '0000';
