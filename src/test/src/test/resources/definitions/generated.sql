==== the character set of a base column
-- before
CREATE TABLE page (id INT PRIMARY KEY, title VARCHAR(40) NOT NULL, digest VARCHAR(160) AS (HEX(title)) STORED) CHARACTER SET latin1 COLLATE latin1_swedish_ci;
-- rows
INSERT INTO page (id, title) VALUES (1, 'plain'), (2, 'Éclair'), (3, 'a');
-- statement
ALTER TABLE page CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
-- after
table shop.page utf8mb4_bin
  id int not null
  title varchar(40) utf8mb4_bin not null
  digest varchar(160) utf8mb4_bin as (hex(`title`))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."page" LIMIT 1
ALTER TABLE "shop"."page" ALTER COLUMN "title" TYPE varchar(40) COLLATE "utf8mb4_bin";
ALTER TABLE "shop"."page" ALTER COLUMN "title" SET NOT NULL;
ALTER TABLE "shop"."page" ALTER COLUMN "digest" TYPE varchar(160) COLLATE "utf8mb4_bin";
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."page" LIMIT 1

==== the collation of a base column alone
-- before
CREATE TABLE page (id INT PRIMARY KEY, title VARCHAR(40) NOT NULL, is_a TINYINT AS (title = 'A') VIRTUAL);
-- rows
INSERT INTO page (id, title) VALUES (1, 'a');
-- statement
ALTER TABLE page MODIFY title VARCHAR(40) COLLATE utf8mb4_bin NOT NULL
-- after
table shop.page utf8mb4_0900_ai_ci
  id int not null
  title varchar(40) utf8mb4_bin not null
  is_a tinyint as ((`title` = _utf8mb4\'A\'))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."page" LIMIT 1
ALTER TABLE "shop"."page" ALTER COLUMN "title" TYPE varchar(40) COLLATE "utf8mb4_bin";
ALTER TABLE "shop"."page" ALTER COLUMN "title" SET NOT NULL;
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."page" LIMIT 1

==== the type of a base column
-- before
CREATE TABLE reading (id INT PRIMARY KEY, r FLOAT, shown VARCHAR(40) AS (CONCAT('r=', r)) STORED);
-- rows
INSERT INTO reading (id, r) VALUES (1, 0.1), (2, 1.5);
-- statement
ALTER TABLE reading MODIFY r DOUBLE
-- after
table shop.reading utf8mb4_0900_ai_ci
  id int not null
  r double
  shown varchar(40) utf8mb4_0900_ai_ci as (concat(_utf8mb4\'r=\',`r`))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."reading" LIMIT 1
ALTER TABLE "shop"."reading" ALTER COLUMN "r" TYPE double precision;
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."reading" LIMIT 1
ALTER TABLE "shop"."reading" ALTER COLUMN "r" TYPE double precision;

==== the order of a base column's members
-- before
CREATE TABLE t (id INT PRIMARY KEY, e ENUM('a', 'b'), n INT AS (e + 0) STORED);
-- rows
INSERT INTO t (id, e) VALUES (1, 'a'), (2, 'b');
-- statement
ALTER TABLE t MODIFY e ENUM('b', 'a')
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  e enum('b','a') utf8mb4_0900_ai_ci
  n int as ((`e` + 0))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE text USING CAST("e" AS TEXT);
ALTER TABLE "shop"."t" CHANGE "e" "e" enum('b', 'a');
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_e_check" -- if it is due;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_e_check" CHECK ("e" IN ('b', 'a', ''));

==== more members behind those of a base column
-- before
CREATE TABLE t (id INT PRIMARY KEY, e ENUM('a', 'b'), n INT AS (e + 0) STORED, u VARCHAR(10) AS (UPPER(e)) VIRTUAL);
-- rows
INSERT INTO t (id, e) VALUES (1, 'a'), (2, 'b');
-- statement
ALTER TABLE t MODIFY e ENUM('a', 'b', 'c')
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  e enum('a','b','c') utf8mb4_0900_ai_ci
  n int as ((`e` + 0))
  u varchar(10) utf8mb4_0900_ai_ci as (upper(`e`))
  index PRIMARY unique [id]
-- dolphin
DO $gaussferry$ BEGIN EXECUTE (SELECT concat('ALTER TYPE ', CAST(CAST(atttypid AS regtype) AS TEXT), ' ADD VALUE ''c''') FROM pg_catalog.pg_attribute WHERE attrelid = CAST('"shop"."t"' AS regclass) AND attname = 'e'); END $gaussferry$;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_e_check" -- if it is due;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_e_check" CHECK ("e" IN ('a', 'b', 'c', ''));

==== a longer base column
-- before
CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(10) NOT NULL, l INT AS (CHAR_LENGTH(s)) STORED, h VARCHAR(100) AS (HEX(LOWER(s))) STORED, x TINYINT AS (s = 'A') VIRTUAL);
-- rows
INSERT INTO t (id, s) VALUES (1, 'a'), (2, 'Éclair');
-- statement
ALTER TABLE t MODIFY s VARCHAR(300)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  s varchar(300) utf8mb4_0900_ai_ci
  l int as (char_length(`s`))
  h varchar(100) utf8mb4_0900_ai_ci as (hex(lower(`s`)))
  x tinyint as ((`s` = _utf8mb4\'A\'))
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "s" TYPE varchar(300) COLLATE "utf8mb4_general_ci" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "s" DROP NOT NULL;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "s" TYPE varchar(300) -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "s" DROP NOT NULL;

==== a longer base column of a function that is not known here
-- before
CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(10), w VARCHAR(4000) AS (HEX(WEIGHT_STRING(s))) STORED);
-- rows
INSERT INTO t (id, s) VALUES (1, 'a');
-- statement
ALTER TABLE t MODIFY s VARCHAR(20)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  s varchar(20) utf8mb4_0900_ai_ci
  w varchar(4000) utf8mb4_0900_ai_ci as (hex(weight_string(`s`)))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "s" TYPE varchar(20) COLLATE "utf8mb4_general_ci" -- if it is due;
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "s" TYPE varchar(20) -- if it is due;

==== a wider base column
-- before
CREATE TABLE t (id INT PRIMARY KEY, n SMALLINT NOT NULL, m INT UNSIGNED, twice BIGINT AS (n * 2 + m) STORED, less BIGINT AS (n - 1) STORED, text VARCHAR(20) AS (CONCAT('<', n, '>')) VIRTUAL);
-- rows
INSERT INTO t (id, n, m) VALUES (1, 5, 7), (2, 32767, 0);
-- statement
ALTER TABLE t MODIFY n INT, MODIFY m BIGINT UNSIGNED NOT NULL DEFAULT 0
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int
  m bigint unsigned not null default '0'
  twice bigint as (((`n` * 2) + `m`))
  less bigint as ((`n` - 1))
  text varchar(20) utf8mb4_0900_ai_ci as (concat(_utf8mb4\'<\',`n`,_utf8mb4\'>\'))
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "n" TYPE integer;
ALTER TABLE "shop"."t" ALTER COLUMN "n" DROP NOT NULL;
copy again unless none: SELECT "m" FROM "shop"."t" WHERE "m" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "m" TYPE uint8;
ALTER TABLE "shop"."t" ALTER COLUMN "m" SET DEFAULT '0';
ALTER TABLE "shop"."t" ALTER COLUMN "m" SET NOT NULL;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "n" TYPE integer;
ALTER TABLE "shop"."t" ALTER COLUMN "n" DROP NOT NULL;
copy again unless none: SELECT "m" FROM "shop"."t" WHERE "m" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "m" TYPE numeric(20);
ALTER TABLE "shop"."t" ALTER COLUMN "m" SET DEFAULT '0';
ALTER TABLE "shop"."t" ALTER COLUMN "m" SET NOT NULL;

==== the scale of a base column
-- before
CREATE TABLE t (id INT PRIMARY KEY, d DECIMAL(10,2), part DECIMAL(20,10) AS (d / 3) STORED);
-- rows
INSERT INTO t (id, d) VALUES (1, 10);
-- statement
ALTER TABLE t MODIFY d DECIMAL(10,4)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  d decimal(10,4)
  part decimal(20,10) as ((`d` / 3))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
copy again unless none: SELECT "d" FROM "shop"."t" WHERE "d" <= -1000000 OR "d" >= 1000000 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE numeric(10,4);
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
copy again unless none: SELECT "d" FROM "shop"."t" WHERE "d" <= -1000000 OR "d" >= 1000000 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE numeric(10,4);

==== its own type
-- before
CREATE TABLE t (id INT PRIMARY KEY, n INT, third INT AS (n * 0.3) STORED);
-- rows
INSERT INTO t (id, n) VALUES (1, 4);
-- statement
ALTER TABLE t MODIFY third DECIMAL(10,2) AS (n * 0.3) STORED
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int
  third decimal(10,2) as ((`n` * 0.3))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
copy again unless none: SELECT "third" FROM "shop"."t" WHERE "third" <= -100000000 OR "third" >= 100000000 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "third" TYPE numeric(10,2);
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
copy again unless none: SELECT "third" FROM "shop"."t" WHERE "third" <= -100000000 OR "third" >= 100000000 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "third" TYPE numeric(10,2);

==== its own type, without rows
-- before
CREATE TABLE t (id INT PRIMARY KEY, n INT, third INT AS (n * 0.3) STORED);
-- statement
ALTER TABLE t MODIFY third DECIMAL(10,2) AS (n * 0.3) STORED
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int
  third decimal(10,2) as ((`n` * 0.3))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
copy again unless none: SELECT "third" FROM "shop"."t" WHERE "third" <= -100000000 OR "third" >= 100000000 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "third" TYPE numeric(10,2);
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
copy again unless none: SELECT "third" FROM "shop"."t" WHERE "third" <= -100000000 OR "third" >= 100000000 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "third" TYPE numeric(10,2);

==== another column
-- before
CREATE TABLE t (id INT PRIMARY KEY, n INT, other FLOAT, third INT AS (n * 0.3) STORED, doc JSON, name VARCHAR(20) AS (doc->>'$.name') STORED, day DATE AS (DATE(at)) STORED, at DATETIME);
-- rows
INSERT INTO t (id, n, other, doc, at) VALUES (1, 4, 0.1, '{"name": "x"}', '2026-11-26 10:11:12');
-- session
time_zone = +03:00
-- statement
ALTER TABLE t MODIFY other DOUBLE, ADD INDEX (day), ALGORITHM=COPY
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int
  other double
  third int as ((`n` * 0.3))
  doc json
  name varchar(20) utf8mb4_0900_ai_ci as (json_unquote(json_extract(`doc`,_utf8mb4\'$.name\')))
  day date as (DATE(at))
  at datetime
  index PRIMARY unique [id]
  index day [day]
-- dolphin
ALTER TABLE "shop"."t" ALTER COLUMN "other" TYPE double precision;
CREATE INDEX "t_day" ON "shop"."t" ("day");
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" ALTER COLUMN "other" TYPE double precision;
CREATE INDEX "t_day" ON "shop"."t" ("day");

==== the default of a column, which an expression reads
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT DEFAULT 5, g INT AS (DEFAULT(a)) VIRTUAL);
-- rows
INSERT INTO t (id, a) VALUES (1, 1);
-- statement
ALTER TABLE t ALTER COLUMN a SET DEFAULT 7
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int default '7'
  g int as (DEFAULT(a))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET DEFAULT '7';
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET DEFAULT '7';

==== what depends on the session's time zone
-- before
CREATE TABLE t (id INT PRIMARY KEY, at TIMESTAMP NULL, h INT AS (HOUR(at)) STORED);
-- rows
INSERT INTO t (id, at) VALUES (1, '2026-11-26 10:11:12');
-- session
time_zone = +03:00
-- statement
ALTER TABLE t ADD INDEX (h)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  at timestamp
  h int as (hour(`at`))
  index PRIMARY unique [id]
  index h [h]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
CREATE INDEX "t_h" ON "shop"."t" ("h");
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
CREATE INDEX "t_h" ON "shop"."t" ("h");

==== what depends on the session's time zone, in place
-- before
CREATE TABLE t (id INT PRIMARY KEY, at TIMESTAMP NULL, h INT AS (HOUR(at)) STORED);
-- statement
ALTER TABLE t ADD INDEX (h), ALGORITHM = INPLACE
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  at timestamp
  h int as (hour(`at`))
  index PRIMARY unique [id]
  index h [h]
-- dolphin
CREATE INDEX "t_h" ON "shop"."t" ("h");
-- pg
as postgresql
-- postgresql
CREATE INDEX "t_h" ON "shop"."t" ("h");

==== what depends on the session's time zone, of a table that is renamed
-- before
CREATE TABLE t (id INT PRIMARY KEY, at TIMESTAMP NULL, h INT AS (HOUR(at)) STORED);
-- statement
ALTER TABLE t RENAME TO u
-- after
table shop.u utf8mb4_0900_ai_ci
  id int not null
  at timestamp
  h int as (hour(`at`))
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" RENAME TO "u";
ALTER INDEX "shop"."t_pkey" RENAME TO "u_pkey" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" RENAME TO "u";
ALTER INDEX "shop"."t_pkey" RENAME TO "u_pkey" -- if it is due;

==== OPTIMIZE copies the rows of a table with a FULLTEXT index
-- before
CREATE TABLE t (id INT PRIMARY KEY, at TIMESTAMP NULL, text TEXT, h INT AS (HOUR(at)) STORED, FULLTEXT KEY (text));
CREATE TABLE u (id INT PRIMARY KEY, n INT, m INT AS (n + 1) STORED);
-- rows
INSERT INTO t (id, at) VALUES (1, '2026-11-26 10:11:12');
-- session
time_zone = +03:00
-- statement
OPTIMIZE TABLE u, t
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  at timestamp
  text text utf8mb4_0900_ai_ci
  h int as (hour(`at`))
  index PRIMARY unique [id]
  index text FULLTEXT
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1

==== OPTIMIZE of other tables
-- before
CREATE TABLE u (id INT PRIMARY KEY, n INT, m INT AS (n + 1) STORED);
-- rows
INSERT INTO u (id, n) VALUES (1, 1);
-- statement
OPTIMIZE TABLE u
-- after
-- dolphin
nothing: It changes nothing that Gaussferry replicates of its tables.
-- pg
as postgresql
-- postgresql
nothing: It changes nothing that Gaussferry replicates of its tables.

==== what depends on strict subtraction
-- before
CREATE TABLE t (id INT PRIMARY KEY, n INT UNSIGNED, m INT AS (n - 1) STORED);
-- rows
INSERT INTO t (id, n) VALUES (1, 5);
-- statement
ALTER TABLE t FORCE, ALGORITHM = COPY
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int unsigned
  m int as ((`n` - 1))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1

==== what depends on padding
-- before
CREATE TABLE t (id INT PRIMARY KEY, c CHAR(5), l INT AS (LENGTH(c)) STORED);
-- rows
INSERT INTO t (id, c) VALUES (1, 'a');
-- statement
ALTER TABLE t ENGINE = InnoDB
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  c char(5) utf8mb4_0900_ai_ci
  l int as (length(`c`))
  index PRIMARY unique [id]
-- dolphin
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT 1 FROM "shop"."t" LIMIT 1

==== a key whose action changes what a column is computed from
-- before
CREATE TABLE owner (id INT PRIMARY KEY);
-- statement
CREATE TABLE item (id INT PRIMARY KEY, owner_id INT, orphan TINYINT AS (owner_id IS NULL) VIRTUAL, CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES owner (id) ON DELETE SET NULL)
-- after
table shop.item utf8mb4_0900_ai_ci
  id int not null
  owner_id int
  orphan tinyint as ((`owner_id` is null))
  index PRIMARY unique [id]
  index item_owner [owner_id]
  foreign key item_owner [owner_id] to shop.owner [id] on update NO ACTION on delete SET NULL
-- dolphin
hold: Column shop.item.orphan is computed from a column that foreign key item_owner changes (ON UPDATE NO ACTION, ON DELETE SET NULL).
would execute: CREATE SCHEMA "shop"
would execute: CREATE TABLE "shop"."item" ("id" integer NOT NULL, "owner_id" integer, "orphan" tinyint, PRIMARY KEY ("id"))
would execute: CREATE INDEX "item_item_owner" ON "shop"."item" ("owner_id")
would execute: ALTER TABLE "shop"."item" ADD CONSTRAINT "item_owner" FOREIGN KEY ("owner_id") REFERENCES "shop"."owner" ("id") ON UPDATE NO ACTION ON DELETE SET NULL
-- pg
as postgresql
-- postgresql
hold: Column shop.item.orphan is computed from a column that foreign key item_owner changes (ON UPDATE NO ACTION, ON DELETE SET NULL).
would execute: CREATE SCHEMA "shop"
would execute: CREATE TABLE "shop"."item" ("id" integer NOT NULL, "owner_id" integer, "orphan" smallint, PRIMARY KEY ("id"))
would execute: CREATE INDEX "item_item_owner" ON "shop"."item" ("owner_id")
would execute: ALTER TABLE "shop"."item" ADD CONSTRAINT "item_owner" FOREIGN KEY ("owner_id") REFERENCES "shop"."owner" ("id") ON UPDATE NO ACTION ON DELETE SET NULL

==== a key whose action changes it through another column
-- before
CREATE TABLE owner (id INT PRIMARY KEY);
CREATE TABLE item (id INT PRIMARY KEY, owner_id INT, next INT AS (owner_id + 1) VIRTUAL, label VARCHAR(20) AS (CONCAT('<', next, '>')) VIRTUAL);
-- statement
ALTER TABLE item ADD CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES owner (id) ON UPDATE CASCADE
-- after
table shop.item utf8mb4_0900_ai_ci
  id int not null
  owner_id int
  next int as ((`owner_id` + 1))
  label varchar(20) utf8mb4_0900_ai_ci as (concat(_utf8mb4\'<\',`next`,_utf8mb4\'>\'))
  index PRIMARY unique [id]
  index item_owner [owner_id]
  foreign key item_owner [owner_id] to shop.owner [id] on update CASCADE on delete NO ACTION
-- dolphin
hold: Column shop.item.next is computed from a column that foreign key item_owner changes (ON UPDATE CASCADE, ON DELETE NO ACTION).
would execute: CREATE INDEX "item_item_owner" ON "shop"."item" ("owner_id")
would execute: ALTER TABLE "shop"."item" ADD CONSTRAINT "item_owner" FOREIGN KEY ("owner_id") REFERENCES "shop"."owner" ("id") ON UPDATE CASCADE ON DELETE NO ACTION
-- pg
as postgresql
-- postgresql
hold: Column shop.item.next is computed from a column that foreign key item_owner changes (ON UPDATE CASCADE, ON DELETE NO ACTION).
would execute: CREATE INDEX "item_item_owner" ON "shop"."item" ("owner_id")
would execute: ALTER TABLE "shop"."item" ADD CONSTRAINT "item_owner" FOREIGN KEY ("owner_id") REFERENCES "shop"."owner" ("id") ON UPDATE CASCADE ON DELETE NO ACTION

==== a column that is computed from what a key's action changes
-- before
CREATE TABLE owner (id INT PRIMARY KEY);
CREATE TABLE item (id INT PRIMARY KEY, owner_id INT, CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES owner (id) ON UPDATE CASCADE);
-- statement
ALTER TABLE item ADD orphan TINYINT AS (owner_id IS NULL) VIRTUAL
-- after
table shop.item utf8mb4_0900_ai_ci
  id int not null
  owner_id int
  orphan tinyint as ((`owner_id` is null))
  index PRIMARY unique [id]
  index item_owner [owner_id]
  foreign key item_owner [owner_id] to shop.owner [id] on update CASCADE on delete NO ACTION
-- dolphin
hold: Column shop.item.orphan is computed from a column that foreign key item_owner changes (ON UPDATE CASCADE, ON DELETE NO ACTION).
would execute: ALTER TABLE "shop"."item" ADD COLUMN "orphan" tinyint
-- pg
as postgresql
-- postgresql
hold: Column shop.item.orphan is computed from a column that foreign key item_owner changes (ON UPDATE CASCADE, ON DELETE NO ACTION).
would execute: ALTER TABLE "shop"."item" ADD COLUMN "orphan" smallint

==== a key that deletes rows, and one that changes another column
-- before
CREATE TABLE owner (id INT PRIMARY KEY);
-- statement
CREATE TABLE item (id INT PRIMARY KEY, owner_id INT, other INT, orphan TINYINT AS (owner_id IS NULL) VIRTUAL, CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES owner (id) ON DELETE CASCADE, CONSTRAINT item_other FOREIGN KEY (other) REFERENCES owner (id) ON DELETE SET NULL)
-- after
table shop.item utf8mb4_0900_ai_ci
  id int not null
  owner_id int
  other int
  orphan tinyint as ((`owner_id` is null))
  index PRIMARY unique [id]
  index item_other [other]
  index item_owner [owner_id]
  foreign key item_other [other] to shop.owner [id] on update NO ACTION on delete SET NULL
  foreign key item_owner [owner_id] to shop.owner [id] on update NO ACTION on delete CASCADE
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."item" ("id" integer NOT NULL, "owner_id" integer, "other" integer, "orphan" tinyint, PRIMARY KEY ("id"));
CREATE INDEX "item_item_other" ON "shop"."item" ("other");
CREATE INDEX "item_item_owner" ON "shop"."item" ("owner_id");
ALTER TABLE "shop"."item" ADD CONSTRAINT "item_other" FOREIGN KEY ("other") REFERENCES "shop"."owner" ("id") ON UPDATE NO ACTION ON DELETE SET NULL;
ALTER TABLE "shop"."item" ADD CONSTRAINT "item_owner" FOREIGN KEY ("owner_id") REFERENCES "shop"."owner" ("id") ON UPDATE NO ACTION ON DELETE CASCADE;
note: shop.item, column orphan: it is computed at the source ((`owner_id` is null)) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."item" ("id" integer NOT NULL, "owner_id" integer, "other" integer, "orphan" smallint, PRIMARY KEY ("id"));
CREATE INDEX "item_item_other" ON "shop"."item" ("other");
CREATE INDEX "item_item_owner" ON "shop"."item" ("owner_id");
ALTER TABLE "shop"."item" ADD CONSTRAINT "item_other" FOREIGN KEY ("other") REFERENCES "shop"."owner" ("id") ON UPDATE NO ACTION ON DELETE SET NULL;
ALTER TABLE "shop"."item" ADD CONSTRAINT "item_owner" FOREIGN KEY ("owner_id") REFERENCES "shop"."owner" ("id") ON UPDATE NO ACTION ON DELETE CASCADE;
note: shop.item, column orphan: it is computed at the source ((`owner_id` is null)) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
