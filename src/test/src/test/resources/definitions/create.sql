==== columns of all types
-- before
-- statement
CREATE TABLE t (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, a TINYINT(1) DEFAULT TRUE, b SMALLINT UNSIGNED DEFAULT '7', c MEDIUMINT, d BIGINT(20) UNSIGNED,
  e INT(5) ZEROFILL DEFAULT 7, f DECIMAL DEFAULT 1.5, g NUMERIC(12,4) UNSIGNED DEFAULT 1, h FLOAT, i DOUBLE PRECISION DEFAULT 1.50, j FLOAT(7,3),
  k FLOAT(30), l BIT, m BIT(9) DEFAULT b'101', n CHAR, o CHAR(20) DEFAULT 'it''s', p VARCHAR(100) NOT NULL DEFAULT '', q TINYTEXT, r TEXT, s MEDIUMTEXT,
  t LONGTEXT, u BINARY(4), v VARBINARY(16) DEFAULT x'00ff', w TINYBLOB, x BLOB, y MEDIUMBLOB, z LONGBLOB, aa DATE DEFAULT '2024-02-29',
  ab TIME(3) DEFAULT '10:00:00.5', ac DATETIME DEFAULT '2024-01-01 00:00:00.499999', ad DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  ae TIMESTAMP NULL, af YEAR DEFAULT 2024, ag ENUM('a','it''s','ü') DEFAULT 'it''s', ah SET('x','y') NOT NULL DEFAULT 'y,x', ai JSON,
  al TEXT(100), am BLOB(70000), an BOOLEAN, ao NVARCHAR(10), ap VARCHAR(10) CHARACTER SET latin1 COLLATE latin1_german1_ci,
  aq VARCHAR(10) CHARACTER SET binary, ar CHAR(3) BINARY, at_ CHAR(3) ASCII, au TEXT CHARACTER SET utf8, av DEC(5) COMMENT 'it''s', aw REAL, ax INTEGER UNSIGNED)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null auto_increment
  a tinyint(1) default '1'
  b smallint unsigned default '7'
  c mediumint
  d bigint unsigned
  e int(5) unsigned zerofill default '00007'
  f decimal(10,0) default '2'
  g decimal(12,4) unsigned default '1.0000'
  h float
  i double default '1.5'
  j float(7,3)
  k double
  l bit(1)
  m bit(9) default 'b'101''
  n char(1) utf8mb4_0900_ai_ci
  o char(20) utf8mb4_0900_ai_ci default 'it's'
  p varchar(100) utf8mb4_0900_ai_ci not null default ''
  q tinytext utf8mb4_0900_ai_ci
  r text utf8mb4_0900_ai_ci
  s mediumtext utf8mb4_0900_ai_ci
  t longtext utf8mb4_0900_ai_ci
  u binary(4)
  v varbinary(16) default '0x00FF'
  w tinyblob
  x blob
  y mediumblob
  z longblob
  aa date default '2024-02-29'
  ab time(3) default '10:00:00.500'
  ac datetime default '2024-01-01 00:00:00'
  ad datetime(6) default (CURRENT_TIMESTAMP(6)) on update now
  ae timestamp
  af year default '2024'
  ag enum('a','it''s','ü') utf8mb4_0900_ai_ci default 'it's'
  ah set('x','y') utf8mb4_0900_ai_ci not null default 'x,y'
  ai json
  al text utf8mb4_0900_ai_ci
  am mediumblob
  an tinyint(1)
  ao varchar(10) utf8mb3_general_ci
  ap varchar(10) latin1_german1_ci
  aq varbinary(10)
  ar char(3) utf8mb4_bin
  at_ char(3) latin1_swedish_ci
  au text utf8mb3_general_ci
  av decimal(5,0) comment 'it's'
  aw double
  ax int unsigned
  index PRIMARY unique [id]
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "a" tinyint DEFAULT '1', "b" uint2 DEFAULT '7', "c" integer, "d" uint8, "e" uint4 DEFAULT '00007', "f" numeric(10,0) DEFAULT '2', "g" numeric(12,4) DEFAULT '1.0000', "h" float4, "i" double precision DEFAULT '1.5', "j" numeric(7,3), "k" double precision, "l" bit(1), "m" bit(9) DEFAULT B'000000101', "n" char(1) COLLATE "utf8mb4_general_ci", "o" char(20) COLLATE "utf8mb4_general_ci" DEFAULT 'it''s', "p" varchar(100) COLLATE "utf8mb4_general_ci" DEFAULT '' NOT NULL, "q" text COLLATE "utf8mb4_general_ci", "r" text COLLATE "utf8mb4_general_ci", "s" text COLLATE "utf8mb4_general_ci", "t" text COLLATE "utf8mb4_general_ci", "u" binary(4), "v" varbinary(16) DEFAULT E'\\x00ff', "w" tinyblob, "x" blob, "y" mediumblob, "z" longblob, "aa" date DEFAULT '2024-02-29', "ab" time(3) DEFAULT '10:00:00.500', "ac" datetime(0) DEFAULT '2024-01-01 00:00:00', "ad" datetime(6) DEFAULT CURRENT_TIMESTAMP(6), "ae" timestamp(0) with time zone, "af" year DEFAULT '2024', "ag" enum('a', 'it''s', 'ü') DEFAULT 'it''s', "ah" set('x', 'y') DEFAULT 'x,y' NOT NULL, "ai" json, "al" text COLLATE "utf8mb4_general_ci", "am" mediumblob, "an" tinyint, "ao" varchar(10) COLLATE "utf8mb4_general_ci", "ap" varchar(10) COLLATE "utf8mb4_general_ci", "aq" varbinary(10), "ar" char(3) COLLATE "utf8mb4_bin", "at_" char(3) COLLATE "utf8mb4_general_ci", "au" text COLLATE "utf8mb4_general_ci", "av" numeric(5,0), "aw" double precision, "ax" uint4, PRIMARY KEY ("id"));
COMMENT ON COLUMN "shop"."t"."av" IS 'it''s';
note: shop.t, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)
note: shop.t, column ad: ON UPDATE CURRENT_TIMESTAMP is left out while changes are replayed (nothing needs to be done now: the cutover adds it (with dolphin), or lists it as manual work)
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "a" smallint DEFAULT '1', "b" integer DEFAULT '7', "c" integer, "d" numeric(20), "e" bigint DEFAULT '00007', "f" numeric(10,0) DEFAULT '2', "g" numeric(12,4) DEFAULT '1.0000', "h" real, "i" double precision DEFAULT '1.5', "j" numeric(7,3), "k" double precision, "l" bit(1), "m" bit(9) DEFAULT B'000000101', "n" char(1), "o" char(20) DEFAULT 'it''s', "p" varchar(100) DEFAULT '' NOT NULL, "q" text, "r" text, "s" text, "t" text, "u" bytea, "v" bytea DEFAULT E'\\x00ff', "w" bytea, "x" bytea, "y" bytea, "z" bytea, "aa" date DEFAULT '2024-02-29', "ab" time(3) DEFAULT '10:00:00.500', "ac" timestamp(0) without time zone DEFAULT '2024-01-01 00:00:00', "ad" timestamp(6) without time zone DEFAULT CURRENT_TIMESTAMP(6), "ae" timestamp(0) with time zone, "af" smallint DEFAULT '2024', "ag" varchar(4) DEFAULT 'it''s', "ah" text DEFAULT 'x,y' NOT NULL, "ai" json, "al" text, "am" bytea, "an" smallint, "ao" varchar(10), "ap" varchar(10), "aq" bytea, "ar" char(3), "at_" char(3), "au" text, "av" numeric(5,0), "aw" double precision, "ax" bigint, PRIMARY KEY ("id"), CONSTRAINT "t_ag_check" CHECK ("ag" IN ('a', 'it''s', 'ü', '')));
COMMENT ON COLUMN "shop"."t"."av" IS 'it''s';
note: shop.t, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)
note: shop.t, column ad: ON UPDATE CURRENT_TIMESTAMP is left out while changes are replayed (nothing needs to be done now: the cutover adds it (with dolphin), or lists it as manual work)

==== indexes and constraints with and without names
-- before
CREATE TABLE parent (id INT PRIMARY KEY, code VARCHAR(10) NOT NULL UNIQUE);
-- statement
CREATE TABLE child (
  id INT AUTO_INCREMENT, parent_id INT, code VARCHAR(10), body TEXT, n INT CHECK (n > 0), m INT UNIQUE,
  PRIMARY KEY (id), KEY (n), KEY (n, m), UNIQUE KEY by_code (code DESC), KEY by_body (body(20)), KEY (code(5)), KEY ((n + 1)),
  FULLTEXT KEY words (body), CONSTRAINT positive CHECK (n > 1 AND m IS NOT NULL AND (n < 100 OR m BETWEEN 1 AND 5)),
  FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE CASCADE, CONSTRAINT of_code FOREIGN KEY (code) REFERENCES parent (code) ON UPDATE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='a child'
-- after
table shop.child utf8mb4_0900_ai_ci comment 'a child'
  id int not null auto_increment
  parent_id int
  code varchar(10) utf8mb4_0900_ai_ci
  body text utf8mb4_0900_ai_ci
  n int
  m int
  index PRIMARY unique [id]
  index by_body [body(20)]
  index by_code unique [code desc]
  index code [code(5)]
  index functional_index [(`n` + 1)]
  index m unique [m]
  index n [n]
  index n_2 [n, m]
  index of_code [code]
  index parent_id [parent_id]
  index words FULLTEXT
  foreign key child_ibfk_1 [parent_id] to shop.parent [id] on update NO ACTION on delete CASCADE
  foreign key of_code [code] to shop.parent [code] on update SET NULL on delete NO ACTION
  check child_chk_1 (`n` > 0)
  check positive ((`n` > 1) and (`m` is not null) and ((`n` < 100) or (`m` between 1 and 5)))
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."child" ("id" integer NOT NULL, "parent_id" integer, "code" varchar(10) COLLATE "utf8mb4_general_ci", "body" text COLLATE "utf8mb4_general_ci", "n" integer, "m" integer, PRIMARY KEY ("id"));
COMMENT ON TABLE "shop"."child" IS 'a child';
CREATE INDEX "child_by_body" ON "shop"."child" ((left("body", 20)));
CREATE UNIQUE INDEX "child_by_code" ON "shop"."child" ("code" DESC);
CREATE INDEX "child_code" ON "shop"."child" ((left("code", 5)));
CREATE UNIQUE INDEX "child_m" ON "shop"."child" ("m");
CREATE INDEX "child_n" ON "shop"."child" ("n");
CREATE INDEX "child_n_2" ON "shop"."child" ("n", "m");
CREATE INDEX "child_of_code" ON "shop"."child" ("code");
CREATE INDEX "child_parent_id" ON "shop"."child" ("parent_id");
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_chk_1" CHECK (("n" > 0));
ALTER TABLE "shop"."child" ADD CONSTRAINT "positive" CHECK ((("n" > 1) AND ("m" IS NOT NULL) AND (("n" < 100) OR ("m" BETWEEN 1 AND 5))));
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("parent_id") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE;
ALTER TABLE "shop"."child" ADD CONSTRAINT "of_code" FOREIGN KEY ("code") REFERENCES "shop"."parent" ("code") ON UPDATE SET NULL ON DELETE NO ACTION;
note: shop.child, index functional_index: it is on an expression that the target may understand differently, and is not created with the table (nothing needs to be done now: PREPARE of the cutover creates it, or lists it as manual work)
note: shop.child, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)
note: shop.child, index words: it is a FULLTEXT index, which is not created with the table (nothing needs to be done now: PREPARE of the cutover creates it if the target has this kind; otherwise create an index of the target's own kinds by hand)
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."child" ("id" integer NOT NULL, "parent_id" integer, "code" varchar(10), "body" text, "n" integer, "m" integer, PRIMARY KEY ("id"));
COMMENT ON TABLE "shop"."child" IS 'a child';
CREATE INDEX "child_by_body" ON "shop"."child" ((left("body", 20)));
CREATE UNIQUE INDEX "child_by_code" ON "shop"."child" ("code" DESC);
CREATE INDEX "child_code" ON "shop"."child" ((left("code", 5)));
CREATE UNIQUE INDEX "child_m" ON "shop"."child" ("m");
CREATE INDEX "child_n" ON "shop"."child" ("n");
CREATE INDEX "child_n_2" ON "shop"."child" ("n", "m");
CREATE INDEX "child_of_code" ON "shop"."child" ("code");
CREATE INDEX "child_parent_id" ON "shop"."child" ("parent_id");
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_chk_1" CHECK (("n" > 0));
ALTER TABLE "shop"."child" ADD CONSTRAINT "positive" CHECK ((("n" > 1) AND ("m" IS NOT NULL) AND (("n" < 100) OR ("m" BETWEEN 1 AND 5))));
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("parent_id") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE;
ALTER TABLE "shop"."child" ADD CONSTRAINT "of_code" FOREIGN KEY ("code") REFERENCES "shop"."parent" ("code") ON UPDATE SET NULL ON DELETE NO ACTION;
note: shop.child, index functional_index: it is on an expression that the target may understand differently, and is not created with the table (nothing needs to be done now: PREPARE of the cutover creates it, or lists it as manual work)
note: shop.child, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)
note: shop.child, index words: it is a FULLTEXT index, which is not created with the table (nothing needs to be done now: PREPARE of the cutover creates it if the target has this kind; otherwise create an index of the target's own kinds by hand)

==== geometry
-- before
-- statement
CREATE TABLE t (id INT PRIMARY KEY, a POINT, b GEOMETRY NOT NULL, c GEOMETRYCOLLECTION)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a point
  b geometry not null
  c geomcollection
  index PRIMARY unique [id]
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "a" bytea, "b" bytea NOT NULL, "c" bytea, PRIMARY KEY ("id"));
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "a" bytea, "b" bytea NOT NULL, "c" bytea, PRIMARY KEY ("id"));

==== serial
-- before
-- statement
CREATE TABLE t (n BIGINT SERIAL DEFAULT VALUE, m INT)
-- after
table shop.t utf8mb4_0900_ai_ci
  n bigint not null auto_increment
  m int
  index n unique [n]
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("n" bigint NOT NULL, "m" integer);
CREATE UNIQUE INDEX "t_n" ON "shop"."t" ("n");
note: shop.t, column n: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("n" bigint NOT NULL, "m" integer);
CREATE UNIQUE INDEX "t_n" ON "shop"."t" ("n");
note: shop.t, column n: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)

==== character sets are inherited
-- before
-- statement
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b VARCHAR(10) CHARACTER SET utf8mb4, c VARCHAR(10) COLLATE latin1_bin, d ENUM('x')) DEFAULT CHARACTER SET latin1
-- after
table shop.t latin1_swedish_ci
  id int not null
  a varchar(10) latin1_swedish_ci
  b varchar(10) utf8mb4_0900_ai_ci
  c varchar(10) latin1_bin
  d enum('x') latin1_swedish_ci
  index PRIMARY unique [id]
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "a" varchar(10) COLLATE "utf8mb4_general_ci", "b" varchar(10) COLLATE "utf8mb4_general_ci", "c" varchar(10) COLLATE "utf8mb4_bin", "d" enum('x'), PRIMARY KEY ("id"));
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "a" varchar(10), "b" varchar(10), "c" varchar(10), "d" varchar(1), PRIMARY KEY ("id"), CONSTRAINT "t_d_check" CHECK ("d" IN ('x', '')));

==== if it does not exist, and it does
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- statement
CREATE TABLE IF NOT EXISTS t (other INT)
-- after
-- dolphin
nothing: It changes nothing that Gaussferry replicates of its tables.
-- pg
as postgresql
-- postgresql
nothing: It changes nothing that Gaussferry replicates of its tables.

==== like another
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE model (id INT AUTO_INCREMENT PRIMARY KEY, n INT DEFAULT 3 COMMENT 'three', kind ENUM('a','b'), KEY by_n (n), CONSTRAINT c CHECK (n > 0), FOREIGN KEY (n) REFERENCES parent (id)) COMMENT 'a model';
-- statement
CREATE TABLE copy LIKE model
-- after
table shop.copy utf8mb4_0900_ai_ci comment 'a model'
  id int not null auto_increment
  n int default '3' comment 'three'
  kind enum('a','b') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index by_n [n]
  check copy_chk_1 (`n` > 0)
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."copy" ("id" integer NOT NULL, "n" integer DEFAULT '3', "kind" enum('a', 'b'), PRIMARY KEY ("id"));
COMMENT ON TABLE "shop"."copy" IS 'a model';
COMMENT ON COLUMN "shop"."copy"."n" IS 'three';
CREATE INDEX "copy_by_n" ON "shop"."copy" ("n");
ALTER TABLE "shop"."copy" ADD CONSTRAINT "copy_chk_1" CHECK (("n" > 0));
note: shop.copy, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."copy" ("id" integer NOT NULL, "n" integer DEFAULT '3', "kind" varchar(1), PRIMARY KEY ("id"), CONSTRAINT "copy_kind_check" CHECK ("kind" IN ('a', 'b', '')));
COMMENT ON TABLE "shop"."copy" IS 'a model';
COMMENT ON COLUMN "shop"."copy"."n" IS 'three';
CREATE INDEX "copy_by_n" ON "shop"."copy" ("n");
ALTER TABLE "shop"."copy" ADD CONSTRAINT "copy_chk_1" CHECK (("n" > 0));
note: shop.copy, column id: AUTO_INCREMENT is left out while changes are replayed (nothing needs to be done now: it belongs to the cutover)

==== like another, in parentheses, that is not replicated
-- before
-- statement
CREATE TABLE t (LIKE elsewhere.model)
-- after
-- dolphin
copy again [shop.t]: It is created like table elsewhere.model, which is not replicated.
-- pg
as postgresql
-- postgresql
copy again [shop.t]: It is created like table elsewhere.model, which is not replicated.

==== as a query, as servers since 8.0.21 log it
-- before
-- statement
CREATE TABLE `t` (
  `id` int NOT NULL,
  `name` varchar(20) DEFAULT NULL
) START TRANSACTION
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  name varchar(20) utf8mb4_0900_ai_ci
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "name" varchar(20) COLLATE "utf8mb4_general_ci");
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "name" varchar(20));

==== as a query
-- before
-- statement
CREATE TABLE t SELECT 1 AS a
-- after
-- dolphin
copy again [shop.t]: It is filled from a query.
-- pg
as postgresql
-- postgresql
copy again [shop.t]: It is filled from a query.

==== temporary
-- before
-- statement
CREATE TEMPORARY TABLE t (id INT)
-- after
-- dolphin
nothing: It changes neither the definition nor the rows of a table (CREATE TEMPORARY TABLE).
-- pg
as postgresql
-- postgresql
nothing: It changes neither the definition nor the rows of a table (CREATE TEMPORARY TABLE).

==== not replicated
-- before
-- statement
CREATE TABLE elsewhere.t (id INT)
-- after
-- dolphin
nothing: None of its tables is replicated.
-- pg
as postgresql
-- postgresql
nothing: None of its tables is replicated.

==== generated and invisible columns
-- before
-- statement
CREATE TABLE t (id INT PRIMARY KEY, n INT NOT NULL, twice INT GENERATED ALWAYS AS (n * 2) STORED NOT NULL, text VARCHAR(20) AS (concat(n, 'x')) VIRTUAL COMMENT 'text', hidden INT INVISIBLE DEFAULT 4, doc JSON, name VARCHAR(10) AS (doc->>'$.name'))
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  n int not null
  twice int not null as ((`n` * 2))
  text varchar(20) utf8mb4_0900_ai_ci as (concat(`n`,_utf8mb4\'x\')) comment 'text'
  hidden int default '4' invisible
  doc json
  name varchar(10) utf8mb4_0900_ai_ci as (json_unquote(json_extract(`doc`,_utf8mb4\'$.name\')))
  index PRIMARY unique [id]
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "n" integer NOT NULL, "twice" integer NOT NULL, "text" varchar(20) COLLATE "utf8mb4_general_ci", "hidden" integer DEFAULT '4', "doc" json, "name" varchar(10) COLLATE "utf8mb4_general_ci", PRIMARY KEY ("id"));
COMMENT ON COLUMN "shop"."t"."text" IS 'text';
note: shop.t, column twice: it is computed at the source ((`n` * 2)) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
note: shop.t, column text: it is computed at the source (concat(`n`,_utf8mb4\'x\')) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
note: shop.t, column hidden: it is invisible at the source, and part of every SELECT * on the target (name columns in queries that must not see it)
note: shop.t, column name: it is computed at the source (json_unquote(json_extract(`doc`,_utf8mb4\'$.name\'))) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "n" integer NOT NULL, "twice" integer NOT NULL, "text" varchar(20), "hidden" integer DEFAULT '4', "doc" json, "name" varchar(10), PRIMARY KEY ("id"));
COMMENT ON COLUMN "shop"."t"."text" IS 'text';
note: shop.t, column twice: it is computed at the source ((`n` * 2)) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
note: shop.t, column text: it is computed at the source (concat(`n`,_utf8mb4\'x\')) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)
note: shop.t, column hidden: it is invisible at the source, and part of every SELECT * on the target (name columns in queries that must not see it)
note: shop.t, column name: it is computed at the source (json_unquote(json_extract(`doc`,_utf8mb4\'$.name\'))) and is a plain column that holds the value until the cutover (nothing needs to be done now: PREPARE compares the expression with all rows, and the cutover creates a trigger or lists the column as manual work)

==== default expressions
-- before
-- statement
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(36) DEFAULT (uuid()), b INT DEFAULT (1 + 2), c JSON DEFAULT (JSON_ARRAY()), d DATE DEFAULT (CURRENT_DATE), e TEXT DEFAULT ('abc'), f TIMESTAMP DEFAULT CURRENT_TIMESTAMP)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a varchar(36) utf8mb4_0900_ai_ci default (uuid())
  b int default ((1 + 2))
  c json default (json_array())
  d date default (curdate())
  e text utf8mb4_0900_ai_ci default (_utf8mb4\'abc\')
  f timestamp default (CURRENT_TIMESTAMP)
  index PRIMARY unique [id]
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "a" varchar(36) COLLATE "utf8mb4_general_ci", "b" integer DEFAULT (1 + 2), "c" json DEFAULT '[]', "d" date DEFAULT CURRENT_DATE, "e" text COLLATE "utf8mb4_general_ci" DEFAULT 'abc', "f" timestamp(0) with time zone DEFAULT CURRENT_TIMESTAMP(0), PRIMARY KEY ("id"));
note: shop.t, column a: its default (uuid()) is an expression that the target may understand differently (give the column a default on the target by hand, before the application uses it)
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."t" ("id" integer NOT NULL, "a" varchar(36), "b" integer DEFAULT (1 + 2), "c" json DEFAULT '[]', "d" date DEFAULT CURRENT_DATE, "e" text DEFAULT 'abc', "f" timestamp(0) with time zone DEFAULT CURRENT_TIMESTAMP(0), PRIMARY KEY ("id"));
note: shop.t, column a: its default (uuid()) is an expression that the target may understand differently (give the column a default on the target by hand, before the application uses it)
