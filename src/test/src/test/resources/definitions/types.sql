==== integers
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b BIGINT, c INT UNSIGNED, d SMALLINT, e TINYINT(1), f INT DEFAULT 5);
-- rows
INSERT INTO t VALUES (1, 1, 1, 1, 1, 1, 1), (2, -2147483648, 2147483647, 0, -5, 0, NULL);
-- statement
ALTER TABLE t MODIFY a BIGINT, MODIFY b INT, MODIFY c BIGINT UNSIGNED, MODIFY d INT, MODIFY e INT NOT NULL, MODIFY f BIGINT DEFAULT 6
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a bigint
  b int
  c bigint unsigned
  d int
  e int not null
  f bigint default '6'
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE bigint;
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" < -2147483648 LIMIT 1
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" > 2147483647 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE integer;
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE uint8;
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE integer;
copy again unless none: SELECT "e" FROM "shop"."t" WHERE "e" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE integer;
ALTER TABLE "shop"."t" ALTER COLUMN "e" SET NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "f" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "f" TYPE bigint;
ALTER TABLE "shop"."t" ALTER COLUMN "f" SET DEFAULT '6';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE bigint;
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" < -2147483648 LIMIT 1
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" > 2147483647 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE integer;
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE numeric(20);
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE integer;
copy again unless none: SELECT "e" FROM "shop"."t" WHERE "e" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE integer;
ALTER TABLE "shop"."t" ALTER COLUMN "e" SET NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "f" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "f" TYPE bigint;
ALTER TABLE "shop"."t" ALTER COLUMN "f" SET DEFAULT '6';

==== numbers
-- before
CREATE TABLE t (id INT PRIMARY KEY, a DECIMAL(10,2), b DECIMAL(10,2), c INT, d DECIMAL(10,2), e FLOAT, f INT);
-- rows
INSERT INTO t VALUES (1, 1.25, 1.50, 7, 3.00, 0.1, 5);
-- statement
ALTER TABLE t MODIFY a DECIMAL(12,4), MODIFY b DECIMAL(8,1), MODIFY c DECIMAL(12,2), MODIFY d INT, MODIFY e DOUBLE, MODIFY f DOUBLE
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a decimal(12,4)
  b decimal(8,1)
  c decimal(12,2)
  d int
  e double
  f double
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE numeric(12,4);
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" <> round("b", 1) LIMIT 1
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" <= -10000000 OR "b" >= 10000000 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE numeric(8,1);
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE numeric(12,2);
copy again unless none: SELECT "d" FROM "shop"."t" WHERE "d" <> round("d") LIMIT 1
copy again unless none: SELECT "d" FROM "shop"."t" WHERE "d" < -2147483648 OR "d" > 2147483647 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE integer;
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE double precision;
ALTER TABLE "shop"."t" ALTER COLUMN "f" TYPE double precision;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE numeric(12,4);
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" <> round("b", 1) LIMIT 1
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" <= -10000000 OR "b" >= 10000000 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE numeric(8,1);
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE numeric(12,2);
copy again unless none: SELECT "d" FROM "shop"."t" WHERE "d" <> round("d") LIMIT 1
copy again unless none: SELECT "d" FROM "shop"."t" WHERE "d" < -2147483648 OR "d" > 2147483647 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE integer;
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE double precision;
ALTER TABLE "shop"."t" ALTER COLUMN "f" TYPE double precision;

==== text
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b VARCHAR(100), c CHAR(10), d VARCHAR(10), e TEXT, f VARCHAR(100), g VARCHAR(10) DEFAULT 'g');
-- rows
INSERT INTO t VALUES (1, 'a', 'bé', 'c ', 'd  ', 'e😀', 'f', 'g'), (2, '', '', '', '', '', '', '');
-- statement
ALTER TABLE t MODIFY a VARCHAR(20), MODIFY b VARCHAR(50), MODIFY c VARCHAR(10), MODIFY d CHAR(20), MODIFY e VARCHAR(200), MODIFY f TEXT, MODIFY g VARCHAR(30) DEFAULT 'h'
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(20) utf8mb4_0900_ai_ci
  b varchar(50) utf8mb4_0900_ai_ci
  c varchar(10) utf8mb4_0900_ai_ci
  d char(20) utf8mb4_0900_ai_ci
  e varchar(200) utf8mb4_0900_ai_ci
  f text utf8mb4_0900_ai_ci
  g varchar(30) utf8mb4_0900_ai_ci default 'h'
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(20) COLLATE "utf8mb4_general_ci" -- if it is due;
copy again unless none: SELECT "b" FROM "shop"."t" WHERE char_length(CAST("b" AS TEXT)) > 50 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE varchar(50) COLLATE "utf8mb4_general_ci";
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE varchar(10) COLLATE "utf8mb4_general_ci" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE char(20) COLLATE "utf8mb4_general_ci" -- if it is due;
copy again unless none: SELECT "e" FROM "shop"."t" WHERE char_length(CAST("e" AS TEXT)) > 200 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE varchar(200) COLLATE "utf8mb4_general_ci";
ALTER TABLE "shop"."t" ALTER COLUMN "f" TYPE text COLLATE "utf8mb4_general_ci" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "g" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "g" TYPE varchar(30) COLLATE "utf8mb4_general_ci" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "g" SET DEFAULT 'h';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(20) -- if it is due;
copy again unless none: SELECT "b" FROM "shop"."t" WHERE char_length(CAST("b" AS TEXT)) > 50 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE varchar(50);
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE varchar(10) -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE char(20) -- if it is due;
copy again unless none: SELECT "e" FROM "shop"."t" WHERE char_length(CAST("e" AS TEXT)) > 200 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE varchar(200);
ALTER TABLE "shop"."t" ALTER COLUMN "f" TYPE text -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "g" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "g" TYPE varchar(30) -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "g" SET DEFAULT 'h';

==== text that does not fit, and that a session which is not strict has cut
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10));
-- rows
INSERT INTO t VALUES (1, 'abcdefghij');
-- session
NOT STRICT
-- statement
ALTER TABLE t MODIFY a VARCHAR(5)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(5) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE char_length(CAST("a" AS TEXT)) > 5 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(5) COLLATE "utf8mb4_general_ci";
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE char_length(CAST("a" AS TEXT)) > 5 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(5);

==== numbers that do not fit
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT);
-- rows
INSERT INTO t VALUES (1, 70000);
-- session
NOT STRICT
-- statement
ALTER TABLE t MODIFY a SMALLINT
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a smallint
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" < -32768 LIMIT 1
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" > 32767 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE smallint;
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" < -32768 LIMIT 1
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" > 32767 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE smallint;

==== bytes
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARBINARY(10), b BINARY(4), c BLOB, d VARBINARY(20));
-- rows
INSERT INTO t VALUES (1, x'00ff', 'ab', 'c', 'd');
-- statement
ALTER TABLE t MODIFY a VARBINARY(20), MODIFY b VARBINARY(4), MODIFY c MEDIUMBLOB, MODIFY d VARBINARY(10)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varbinary(20)
  b varbinary(4)
  c mediumblob
  d varbinary(10)
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varbinary(20);
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE varbinary(4);
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE mediumblob;
copy again unless none: SELECT "d" FROM "shop"."t" WHERE octet_length("d") > 10 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE varbinary(10);
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "d" FROM "shop"."t" WHERE octet_length("d") > 10 LIMIT 1

==== enum with more members
-- before
CREATE TABLE t (id INT PRIMARY KEY, a ENUM('x','y') DEFAULT 'x', KEY by_a (a));
-- rows
INSERT INTO t VALUES (1, 'x'), (2, NULL), (3, 'y');
-- session
NOT STRICT
-- statement
ALTER TABLE t MODIFY a ENUM('w','x','y','longer') NOT NULL DEFAULT 'w'
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a enum('w','x','y','longer') utf8mb4_0900_ai_ci not null default 'w'
  index PRIMARY unique [id]
  index by_a [a]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" CHANGE "a" "a" enum('w', 'x', 'y', 'longer');
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET DEFAULT 'w';
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_a_check" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(6) USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET DEFAULT 'w';
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_a_check" CHECK ("a" IN ('w', 'x', 'y', 'longer', ''));

==== enum with others
-- before
CREATE TABLE t (id INT PRIMARY KEY, a ENUM('x','y'), b VARCHAR(10), c ENUM('x','y'));
-- rows
INSERT INTO t VALUES (1, 'x', 'on', 'y');
-- statement
ALTER TABLE t MODIFY a ENUM('x','z'), MODIFY b ENUM('on','off'), MODIFY c VARCHAR(10)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a enum('x','z') utf8mb4_0900_ai_ci
  b enum('on','off') utf8mb4_0900_ai_ci
  c varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
copy again unless none: A value of column a of table shop.t is not a member of the new type.
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" CHANGE "a" "a" enum('x', 'z');
copy again unless none: A value of column b of table shop.t is not a member of the new type.
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE text USING CAST("b" AS TEXT);
ALTER TABLE "shop"."t" CHANGE "b" "b" enum('on', 'off');
copy again unless none: SELECT "c" FROM "shop"."t" WHERE char_length(CAST("c" AS TEXT)) > 10 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE varchar(10) COLLATE "utf8mb4_general_ci" USING CAST("c" AS TEXT);
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_a_check" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_c_check" -- if it is due;
copy again unless none: A value of column a of table shop.t is not a member of the new type.
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_a_check" CHECK ("a" IN ('x', 'z', ''));
copy again unless none: A value of column b of table shop.t is not a member of the new type.
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE varchar(3) USING CAST("b" AS TEXT);
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_b_check" CHECK ("b" IN ('on', 'off', ''));
copy again unless none: SELECT "c" FROM "shop"."t" WHERE char_length(CAST("c" AS TEXT)) > 10 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE varchar(10) USING CAST("c" AS TEXT);

==== set
-- before
CREATE TABLE t (id INT PRIMARY KEY, a SET('x','y'));
-- rows
INSERT INTO t VALUES (1, 'x,y'), (2, '');
-- statement
ALTER TABLE t MODIFY a SET('x','y','z')
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a set('x','y','z') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE set('x', 'y', 'z') USING CAST("a" AS TEXT);
-- pg
as postgresql
-- postgresql
no steps

==== not null stays
-- before
CREATE TABLE t (id INT, a VARCHAR(10) NOT NULL DEFAULT 'a', b INT NOT NULL, PRIMARY KEY (id, b));
-- rows
INSERT INTO t VALUES (1, 'a', 2);
-- statement
ALTER TABLE t MODIFY a VARCHAR(20) NOT NULL DEFAULT 'a', MODIFY b BIGINT NOT NULL
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(20) utf8mb4_0900_ai_ci not null default 'a'
  b bigint not null
  index PRIMARY unique [id, b]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(20) COLLATE "utf8mb4_general_ci" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET DEFAULT 'a';
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE bigint;
ALTER TABLE "shop"."t" ALTER COLUMN "b" SET NOT NULL;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(20) -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET DEFAULT 'a';
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE bigint;

==== enum with members behind the others
-- before
CREATE TABLE t (id INT PRIMARY KEY, `Kind of` ENUM('x','it''s') NOT NULL DEFAULT 'x' COMMENT 'kind', b ENUM('x'), KEY by_kind (`Kind of`));
-- rows
INSERT INTO t VALUES (1, 'x', 'x'), (2, 'it''s', NULL);
-- statement
ALTER TABLE t MODIFY `Kind of` ENUM('x','it''s','ü','b\\c') NOT NULL DEFAULT 'ü' COMMENT 'kind', MODIFY b ENUM('x','y','z')
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  Kind of enum('x','it''s','ü','b\\c') utf8mb4_0900_ai_ci not null default 'ü' comment 'kind'
  b enum('x','y','z') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index by_kind [Kind of]
-- dolphin
DO $gaussferry$ BEGIN EXECUTE (SELECT concat('ALTER TYPE ', CAST(CAST(atttypid AS regtype) AS TEXT), ' ADD VALUE ''ü''') FROM pg_catalog.pg_attribute WHERE attrelid = CAST('"shop"."t"' AS regclass) AND attname = 'Kind of'); EXECUTE (SELECT concat('ALTER TYPE ', CAST(CAST(atttypid AS regtype) AS TEXT), E' ADD VALUE E''b\\\\c''') FROM pg_catalog.pg_attribute WHERE attrelid = CAST('"shop"."t"' AS regclass) AND attname = 'Kind of'); END $gaussferry$;
ALTER TABLE "shop"."t" ALTER COLUMN "Kind of" SET DEFAULT 'ü';
DO $gaussferry$ BEGIN EXECUTE (SELECT concat('ALTER TYPE ', CAST(CAST(atttypid AS regtype) AS TEXT), ' ADD VALUE ''y''') FROM pg_catalog.pg_attribute WHERE attrelid = CAST('"shop"."t"' AS regclass) AND attname = 'b'); EXECUTE (SELECT concat('ALTER TYPE ', CAST(CAST(atttypid AS regtype) AS TEXT), ' ADD VALUE ''z''') FROM pg_catalog.pg_attribute WHERE attrelid = CAST('"shop"."t"' AS regclass) AND attname = 'b'); END $gaussferry$;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_Kind of_check" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_b_check" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "Kind of" SET DEFAULT 'ü';
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_Kind of_check" CHECK ("Kind of" IN ('x', 'it''s', 'ü', E'b\\c', ''));
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_b_check" CHECK ("b" IN ('x', 'y', 'z', ''));

==== enum in keys and checks
-- before
CREATE TABLE t (a ENUM('x','y') COMMENT 'a', b ENUM('p','q') NOT NULL, c ENUM('no','yes') NOT NULL DEFAULT 'no', PRIMARY KEY (a, b), UNIQUE KEY once (b, c), CONSTRAINT only CHECK (b <> 'z'));
-- rows
INSERT INTO t VALUES ('x', 'p', 'no'), ('y', 'q', 'yes');
-- statement
ALTER TABLE t MODIFY a ENUM('y','x') COMMENT 'a', MODIFY b ENUM('r','q','p') NOT NULL, MODIFY c ENUM('yes','no') NOT NULL DEFAULT 'yes'
-- after
table shop.t utf8mb4_0900_ai_ci
  a enum('y','x') utf8mb4_0900_ai_ci not null comment 'a'
  b enum('r','q','p') utf8mb4_0900_ai_ci not null
  c enum('yes','no') utf8mb4_0900_ai_ci not null default 'yes'
  index PRIMARY unique [a, b]
  index once unique [b, c]
  check only (`b` <> _utf8mb4\'z\')
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" CHANGE "a" "a" enum('y', 'x');
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE text USING CAST("b" AS TEXT);
ALTER TABLE "shop"."t" CHANGE "b" "b" enum('r', 'q', 'p');
ALTER TABLE "shop"."t" ALTER COLUMN "b" SET NOT NULL;
ALTER TABLE "shop"."t" ALTER COLUMN "c" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE text USING CAST("c" AS TEXT);
ALTER TABLE "shop"."t" CHANGE "c" "c" enum('yes', 'no');
ALTER TABLE "shop"."t" ALTER COLUMN "c" SET DEFAULT 'yes';
ALTER TABLE "shop"."t" ALTER COLUMN "c" SET NOT NULL;
COMMENT ON COLUMN "shop"."t"."a" IS 'a';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_a_check" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_b_check" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_c_check" -- if it is due;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_a_check" CHECK ("a" IN ('y', 'x', ''));
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_b_check" CHECK ("b" IN ('r', 'q', 'p', ''));
ALTER TABLE "shop"."t" ALTER COLUMN "c" SET DEFAULT 'yes';
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_c_check" CHECK ("c" IN ('yes', 'no', ''));

==== set with fewer and others
-- before
CREATE TABLE t (id INT PRIMARY KEY, a SET('x','y','xy') NOT NULL DEFAULT 'x', b SET('p','q') COMMENT 'b', c SET('m','n','o'), KEY by_a (a));
-- rows
INSERT INTO t VALUES (1, 'x,xy', 'p', 'm,n'), (2, '', 'q', ''), (3, 'xy', NULL, NULL);
-- statement
ALTER TABLE t MODIFY a SET('x','xy','z') NOT NULL DEFAULT 'z', MODIFY b SET('q','p') COMMENT 'b', MODIFY c SET('m','n')
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a set('x','xy','z') utf8mb4_0900_ai_ci not null default 'z'
  b set('q','p') utf8mb4_0900_ai_ci comment 'b'
  c set('m','n') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index by_a [a]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" DROP DEFAULT;
copy again unless none: SELECT "a" FROM "shop"."t" WHERE position(',y,' IN concat(',', CAST("a" AS TEXT), ',')) > 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE set('x', 'xy', 'z') USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET DEFAULT 'z';
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
copy again unless none: SELECT "b" FROM "shop"."t" WHERE position(',' IN CAST("b" AS TEXT)) > 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE text USING CAST("b" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE set('q', 'p') USING CAST("b" AS TEXT);
copy again unless none: SELECT "c" FROM "shop"."t" WHERE position(',o,' IN concat(',', CAST("c" AS TEXT), ',')) > 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE text USING CAST("c" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE set('m', 'n') USING CAST("c" AS TEXT);
COMMENT ON COLUMN "shop"."t"."b" IS 'b';
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE position(',y,' IN concat(',', CAST("a" AS TEXT), ',')) > 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET DEFAULT 'z';
copy again unless none: SELECT "b" FROM "shop"."t" WHERE position(',' IN CAST("b" AS TEXT)) > 0 LIMIT 1
copy again unless none: SELECT "c" FROM "shop"."t" WHERE position(',o,' IN concat(',', CAST("c" AS TEXT), ',')) > 0 LIMIT 1

==== set with a member that a session which is not strict has taken from a row
-- before
CREATE TABLE t (id INT PRIMARY KEY, a SET('x','y'));
-- rows
INSERT INTO t VALUES (1, 'x,y');
-- session
NOT STRICT
-- statement
ALTER TABLE t MODIFY a SET('x')
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a set('x') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE position(',y,' IN concat(',', CAST("a" AS TEXT), ',')) > 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE set('x') USING CAST("a" AS TEXT);
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE position(',y,' IN concat(',', CAST("a" AS TEXT), ',')) > 0 LIMIT 1

==== set in another order
-- before
CREATE TABLE t (id INT PRIMARY KEY, a SET('x','y'));
-- rows
INSERT INTO t VALUES (1, 'x,y');
-- statement
ALTER TABLE t MODIFY a SET('y','x')
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a set('y','x') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE position(',' IN CAST("a" AS TEXT)) > 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text USING CAST("a" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE set('y', 'x') USING CAST("a" AS TEXT);
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE position(',' IN CAST("a" AS TEXT)) > 0 LIMIT 1

==== enum and set of another type, without rows
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b ENUM('x'), c SET('y'), d BLOB);
-- statement
ALTER TABLE t MODIFY a ENUM('x'), MODIFY b SET('x'), MODIFY c ENUM('y'), MODIFY d SET('z') NOT NULL
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a enum('x') utf8mb4_0900_ai_ci
  b set('x') utf8mb4_0900_ai_ci
  c enum('y') utf8mb4_0900_ai_ci
  d set('z') utf8mb4_0900_ai_ci not null
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text USING CAST(NULL AS text);
ALTER TABLE "shop"."t" CHANGE "a" "a" enum('x');
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE text USING CAST(NULL AS text);
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE set('x') USING CAST("b" AS TEXT);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE text USING CAST(NULL AS text);
ALTER TABLE "shop"."t" CHANGE "c" "c" enum('y');
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE text USING CAST(NULL AS text);
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE set('z') USING CAST("d" AS TEXT);
ALTER TABLE "shop"."t" ALTER COLUMN "d" SET NOT NULL;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_b_check" -- if it is due;
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(1) USING CAST(NULL AS varchar(1));
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_a_check" CHECK ("a" IN ('x', ''));
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE text USING CAST(NULL AS text);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE varchar(1) USING CAST(NULL AS varchar(1));
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_c_check" CHECK ("c" IN ('y', ''));
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE text USING CAST(NULL AS text);
ALTER TABLE "shop"."t" ALTER COLUMN "d" SET NOT NULL;

==== dates and times
-- before
CREATE TABLE t (id INT PRIMARY KEY, a DATE, b DATETIME(3), c DATETIME, d TIME, e TIMESTAMP NULL, f DATETIME DEFAULT CURRENT_TIMESTAMP);
-- rows
INSERT INTO t VALUES (1, '2024-02-29', '2024-01-01 10:00:00', '2024-01-01 00:00:00', '10:00:00', '2024-01-01 10:00:00', '2024-01-01 10:00:00');
-- statement
ALTER TABLE t MODIFY a DATETIME, MODIFY b DATETIME, MODIFY c DATE, MODIFY d TIME(3), MODIFY e TIMESTAMP(6) NULL, MODIFY f DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a datetime
  b datetime
  c date
  d time(3)
  e timestamp(6)
  f datetime(3) default (CURRENT_TIMESTAMP(3))
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE datetime(0);
copy again unless none: SELECT "b" FROM "shop"."t" WHERE CAST(EXTRACT(MICROSECONDS FROM "b") AS bigint) % 1000000 <> 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE datetime(0);
copy again unless none: SELECT "c" FROM "shop"."t" WHERE "c" <> date_trunc('day', "c") LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE date;
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE time(3);
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE timestamp(6) with time zone;
ALTER TABLE "shop"."t" ALTER COLUMN "f" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "f" TYPE datetime(3);
ALTER TABLE "shop"."t" ALTER COLUMN "f" SET DEFAULT CURRENT_TIMESTAMP(3);
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE timestamp(0) without time zone;
copy again unless none: SELECT "b" FROM "shop"."t" WHERE CAST(EXTRACT(MICROSECONDS FROM "b") AS bigint) % 1000000 <> 0 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE timestamp(0) without time zone;
copy again unless none: SELECT "c" FROM "shop"."t" WHERE "c" <> date_trunc('day', "c") LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE date;
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE time(3);
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE timestamp(6) with time zone;
ALTER TABLE "shop"."t" ALTER COLUMN "f" DROP DEFAULT;
ALTER TABLE "shop"."t" ALTER COLUMN "f" TYPE timestamp(3) without time zone;
ALTER TABLE "shop"."t" ALTER COLUMN "f" SET DEFAULT CURRENT_TIMESTAMP(3);

==== numbers and text
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(10), c DECIMAL(6,2), d YEAR);
-- rows
INSERT INTO t VALUES (1, -5, '42', 1.5, 2024);
-- statement
ALTER TABLE t MODIFY a VARCHAR(20), MODIFY b INT, MODIFY c VARCHAR(20), MODIFY d INT
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(20) utf8mb4_0900_ai_ci
  b int
  c varchar(20) utf8mb4_0900_ai_ci
  d int
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(20) COLLATE "utf8mb4_general_ci" USING CAST("a" AS TEXT);
copy again unless none: SELECT "b" FROM "shop"."t" WHERE CAST("b" AS TEXT) !~ '^(0|-?[1-9][0-9]{0,19})$' LIMIT 1
copy again unless none: SELECT "b" FROM "shop"."t" WHERE CAST(CAST("b" AS TEXT) AS numeric(20)) < -2147483648 OR CAST(CAST("b" AS TEXT) AS numeric(20)) > 2147483647 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE integer USING CAST(CAST(CAST("b" AS TEXT) AS numeric(20)) AS integer);
copy again unless none: SELECT "c" FROM "shop"."t" WHERE char_length(CAST("c" AS TEXT)) > 20 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE varchar(20) COLLATE "utf8mb4_general_ci" USING CAST("c" AS TEXT);
copy again unless none: SELECT "d" FROM "shop"."t" WHERE CAST(CAST("d" AS TEXT) AS integer) < -2147483648 OR CAST(CAST("d" AS TEXT) AS integer) > 2147483647 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE integer USING CAST(CAST("d" AS TEXT) AS integer);
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE varchar(20) USING CAST("a" AS TEXT);
copy again unless none: SELECT "b" FROM "shop"."t" WHERE CAST("b" AS TEXT) !~ '^(0|-?[1-9][0-9]{0,19})$' LIMIT 1
copy again unless none: SELECT "b" FROM "shop"."t" WHERE CAST(CAST("b" AS TEXT) AS numeric(20)) < -2147483648 OR CAST(CAST("b" AS TEXT) AS numeric(20)) > 2147483647 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE integer USING CAST(CAST(CAST("b" AS TEXT) AS numeric(20)) AS integer);
copy again unless none: SELECT "c" FROM "shop"."t" WHERE char_length(CAST("c" AS TEXT)) > 20 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE varchar(20) USING CAST("c" AS TEXT);
copy again unless none: SELECT "d" FROM "shop"."t" WHERE CAST(CAST("d" AS TEXT) AS integer) < -2147483648 OR CAST(CAST("d" AS TEXT) AS integer) > 2147483647 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE integer USING CAST(CAST("d" AS TEXT) AS integer);

==== moments and local times
-- before
CREATE TABLE t (id INT PRIMARY KEY, a DATETIME, b DATETIME(6), c TIMESTAMP(3) NULL, d TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP);
-- rows
INSERT INTO t VALUES (1, '2024-03-31 02:30:00', '1970-01-01 02:00:01', '2024-01-01 00:30:00.125', '2024-01-01 10:00:00'), (2, '2038-01-19 05:14:07', '2038-01-19 05:14:07.999999', NULL, '2038-01-19 05:14:07'), (3, NULL, NULL, NULL, NULL);
-- session
time_zone = +02:00
-- statement
ALTER TABLE t MODIFY a TIMESTAMP(3) NULL, MODIFY b TIMESTAMP(6) NULL, MODIFY c DATETIME(3), MODIFY d DATETIME DEFAULT CURRENT_TIMESTAMP
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a timestamp(3)
  b timestamp(6)
  c datetime(3)
  d datetime default (CURRENT_TIMESTAMP)
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" < '1970-01-01 02:00:01.000000' OR "a" > '2038-01-19 05:14:07.999999' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE timestamp(3) with time zone USING "a" AT TIME ZONE CAST('7200 seconds' AS interval);
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" < '1970-01-01 02:00:01.000000' OR "b" > '2038-01-19 05:14:07.999999' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE timestamp(6) with time zone USING "b" AT TIME ZONE CAST('7200 seconds' AS interval);
copy again unless none: SELECT "c" FROM "shop"."t" WHERE "c" < '1970-01-01 00:00:01.000000+00' OR "c" > '2038-01-19 03:14:07.999999+00' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE datetime(3) USING "c" AT TIME ZONE CAST('7200 seconds' AS interval);
ALTER TABLE "shop"."t" ALTER COLUMN "d" DROP DEFAULT;
copy again unless none: SELECT "d" FROM "shop"."t" WHERE "d" < '1970-01-01 00:00:01.000000+00' OR "d" > '2038-01-19 03:14:07.999999+00' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE datetime(0) USING "d" AT TIME ZONE CAST('7200 seconds' AS interval);
ALTER TABLE "shop"."t" ALTER COLUMN "d" SET DEFAULT CURRENT_TIMESTAMP(0);
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" < '1970-01-01 02:00:01.000000' OR "a" > '2038-01-19 05:14:07.999999' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE timestamp(3) with time zone USING "a" AT TIME ZONE CAST('7200 seconds' AS interval);
copy again unless none: SELECT "b" FROM "shop"."t" WHERE "b" < '1970-01-01 02:00:01.000000' OR "b" > '2038-01-19 05:14:07.999999' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE timestamp(6) with time zone USING "b" AT TIME ZONE CAST('7200 seconds' AS interval);
copy again unless none: SELECT "c" FROM "shop"."t" WHERE "c" < '1970-01-01 00:00:01.000000+00' OR "c" > '2038-01-19 03:14:07.999999+00' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE timestamp(3) without time zone USING "c" AT TIME ZONE CAST('7200 seconds' AS interval);
ALTER TABLE "shop"."t" ALTER COLUMN "d" DROP DEFAULT;
copy again unless none: SELECT "d" FROM "shop"."t" WHERE "d" < '1970-01-01 00:00:01.000000+00' OR "d" > '2038-01-19 03:14:07.999999+00' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE timestamp(0) without time zone USING "d" AT TIME ZONE CAST('7200 seconds' AS interval);
ALTER TABLE "shop"."t" ALTER COLUMN "d" SET DEFAULT CURRENT_TIMESTAMP(0);

==== what is not certain
-- before
CREATE TABLE t (id INT PRIMARY KEY, a DATETIME);
-- rows
INSERT INTO t VALUES (1, '2024-01-01 10:00:00');
-- session
time_zone = SYSTEM
-- statement
ALTER TABLE t MODIFY a TIMESTAMP NULL
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a timestamp
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE timestamp(0) with time zone USING CAST(NULL AS timestamp(0) with time zone);
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE timestamp(0) with time zone USING CAST(NULL AS timestamp(0) with time zone);

==== what is not certain, with no rows
-- before
CREATE TABLE t (id INT PRIMARY KEY, a DATETIME, b TEXT, c INT, d DOUBLE);
-- statement
ALTER TABLE t MODIFY a TIMESTAMP NULL, MODIFY b JSON, MODIFY c YEAR, MODIFY d DECIMAL(10,2) NOT NULL
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a timestamp
  b json
  c year
  d decimal(10,2) not null
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" < '1970-01-01 00:00:01.000000' OR "a" > '2038-01-19 03:14:07.999999' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE timestamp(0) with time zone USING "a" AT TIME ZONE CAST('0 seconds' AS interval);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE json USING CAST(NULL AS json);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE year USING CAST(NULL AS year);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE numeric(10,2) USING CAST(NULL AS numeric(10,2));
ALTER TABLE "shop"."t" ALTER COLUMN "d" SET NOT NULL;
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" < '1970-01-01 00:00:01.000000' OR "a" > '2038-01-19 03:14:07.999999' LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE timestamp(0) with time zone USING "a" AT TIME ZONE CAST('0 seconds' AS interval);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE json USING CAST(NULL AS json);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "c" TYPE smallint USING CAST(NULL AS smallint);
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE numeric(10,2) USING CAST(NULL AS numeric(10,2));
ALTER TABLE "shop"."t" ALTER COLUMN "d" SET NOT NULL;
