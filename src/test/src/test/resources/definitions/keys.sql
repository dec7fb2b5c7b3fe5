==== indexes
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(100), c INT, KEY old (a), KEY kept (c), KEY named (b));
-- rows
INSERT INTO t VALUES (1, 1, 'b', 1);
-- statement
ALTER TABLE t DROP INDEX old, ADD INDEX (a), ADD KEY by_b (b(10), a DESC), RENAME INDEX named TO renamed, ADD FULLTEXT INDEX words (b)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  b varchar(100) utf8mb4_0900_ai_ci
  c int
  index PRIMARY unique [id]
  index a [a]
  index by_b [b(10), a desc]
  index kept [c]
  index renamed [b]
  index words FULLTEXT
-- dolphin
DROP INDEX "shop"."t_old" -- if it is due;
ALTER INDEX "shop"."t_named" RENAME TO "t_renamed" -- if it is due;
CREATE INDEX "t_a" ON "shop"."t" ("a");
CREATE INDEX "t_by_b" ON "shop"."t" ((left("b", 10)), "a" DESC);
note: shop.t, index words: it is a FULLTEXT index, which is not created with the table (nothing needs to be done now: PREPARE of the cutover creates it if the target has this kind; otherwise create an index of the target's own kinds by hand)
-- pg
as postgresql
-- postgresql
DROP INDEX "shop"."t_old" -- if it is due;
ALTER INDEX "shop"."t_named" RENAME TO "t_renamed" -- if it is due;
CREATE INDEX "t_a" ON "shop"."t" ("a");
CREATE INDEX "t_by_b" ON "shop"."t" ((left("b", 10)), "a" DESC);
note: shop.t, index words: it is a FULLTEXT index, which is not created with the table (nothing needs to be done now: PREPARE of the cutover creates it if the target has this kind; otherwise create an index of the target's own kinds by hand)

==== create index
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(100));
-- rows
INSERT INTO t VALUES (1, 1, 'b'), (2, 2, 'c');
-- statement
CREATE UNIQUE INDEX a_b USING BTREE ON t (a, b) COMMENT 'x' ALGORITHM=INPLACE LOCK=NONE
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  b varchar(100) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index a_b unique [a, b]
-- dolphin
CREATE UNIQUE INDEX "t_a_b" ON "shop"."t" ("a", "b");
-- pg
as postgresql
-- postgresql
CREATE UNIQUE INDEX "t_a_b" ON "shop"."t" ("a", "b");

==== drop index
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, UNIQUE KEY (a));
-- rows
INSERT INTO t VALUES (1, 1);
-- statement
DROP INDEX a ON t
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  index PRIMARY unique [id]
-- dolphin
hold unless none: The target's table shop.t has no index t_a. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_a";
-- pg
as postgresql
-- postgresql
hold unless none: The target's table shop.t has no index t_a. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_a";

==== another primary key
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT NOT NULL);
-- rows
INSERT INTO t VALUES (1, 1, 2), (2, 1, 3);
-- statement
ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (a, b)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int not null
  b int not null
  index PRIMARY unique [a, b]
-- dolphin
hold unless none: The target's table shop.t has no primary key.
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_pkey";
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_pkey" PRIMARY KEY ("a", "b");
-- pg
as postgresql
-- postgresql
hold unless none: The target's table shop.t has no primary key.
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_pkey";
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_pkey" PRIMARY KEY ("a", "b");

==== a primary key where there was none
-- before
CREATE TABLE t (a INT, b INT);
-- rows
INSERT INTO t VALUES (1, 1), (2, 1);
-- statement
ALTER TABLE t ADD CONSTRAINT pk PRIMARY KEY (a)
-- after
table shop.t utf8mb4_0900_ai_ci
  a int not null
  b int
  index PRIMARY unique [a]
-- dolphin
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_pkey" PRIMARY KEY ("a");
-- pg
as postgresql
-- postgresql
copy again unless none: SELECT "a" FROM "shop"."t" WHERE "a" IS NULL LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "a" SET NOT NULL;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_pkey" PRIMARY KEY ("a");

==== no primary key any more
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT);
-- rows
INSERT INTO t VALUES (1, 1);
-- statement
ALTER TABLE t DROP PRIMARY KEY
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
-- dolphin
hold unless none: The target's table shop.t has no primary key.
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_pkey";
-- pg
as postgresql
-- postgresql
hold unless none: The target's table shop.t has no primary key.
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_pkey";

==== unique made plain, plain made unique
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT, UNIQUE KEY x (a), KEY y (b));
-- rows
INSERT INTO t VALUES (1, 1, 1);
-- statement
ALTER TABLE t DROP KEY x, DROP KEY y, ADD KEY x (a), ADD UNIQUE y (b)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  b int
  index PRIMARY unique [id]
  index x [a]
  index y unique [b]
-- dolphin
hold unless none: The target's table shop.t has no index t_x. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_x";
DROP INDEX "shop"."t_y" -- if it is due;
CREATE INDEX "t_x" ON "shop"."t" ("a");
CREATE UNIQUE INDEX "t_y" ON "shop"."t" ("b");
-- pg
as postgresql
-- postgresql
hold unless none: The target's table shop.t has no index t_x. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_x";
DROP INDEX "shop"."t_y" -- if it is due;
CREATE INDEX "t_x" ON "shop"."t" ("a");
CREATE UNIQUE INDEX "t_y" ON "shop"."t" ("b");

==== lengths that types do not have
-- before
CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(10), b VARCHAR(20), KEY by_a (a(5)), KEY by_b (b(15)));
-- rows
INSERT INTO t VALUES (1, 'a', 'b');
-- statement
ALTER TABLE t MODIFY a TEXT, MODIFY b VARCHAR(10), ADD KEY whole (b(10))
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a text utf8mb4_0900_ai_ci
  b varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index by_a [a(5)]
  index by_b [b]
  index whole [b]
-- dolphin
DROP INDEX "shop"."t_by_b" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text COLLATE "utf8mb4_general_ci" -- if it is due;
copy again unless none: SELECT "b" FROM "shop"."t" WHERE char_length(CAST("b" AS TEXT)) > 10 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE varchar(10) COLLATE "utf8mb4_general_ci";
CREATE INDEX "t_by_b" ON "shop"."t" ("b");
CREATE INDEX "t_whole" ON "shop"."t" ("b");
-- pg
as postgresql
-- postgresql
DROP INDEX "shop"."t_by_b" -- if it is due;
ALTER TABLE "shop"."t" ALTER COLUMN "a" TYPE text -- if it is due;
copy again unless none: SELECT "b" FROM "shop"."t" WHERE char_length(CAST("b" AS TEXT)) > 10 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE varchar(10);
CREATE INDEX "t_by_b" ON "shop"."t" ("b");
CREATE INDEX "t_whole" ON "shop"."t" ("b");

==== foreign keys
-- before
CREATE TABLE parent (id INT PRIMARY KEY, code VARCHAR(10), UNIQUE KEY (code));
CREATE TABLE child (id INT PRIMARY KEY, p INT, c VARCHAR(10), CONSTRAINT old FOREIGN KEY (p) REFERENCES parent (id));
-- rows
INSERT INTO parent VALUES (1, 'x');
INSERT INTO child VALUES (1, 1, 'x');
-- statement
ALTER TABLE child DROP FOREIGN KEY old, ADD FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE, ADD CONSTRAINT by_code FOREIGN KEY (c) REFERENCES parent (code)
-- after
table shop.child utf8mb4_0900_ai_ci
  id int not null
  p int
  c varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index by_code [c]
  index p [p]
  foreign key by_code [c] to shop.parent [code] on update NO ACTION on delete NO ACTION
  foreign key child_ibfk_1 [p] to shop.parent [id] on update NO ACTION on delete CASCADE
-- dolphin
ALTER TABLE "shop"."child" DROP CONSTRAINT "old" -- if it is due;
DROP INDEX "shop"."child_old" -- if it is due;
CREATE INDEX "child_by_code" ON "shop"."child" ("c");
CREATE INDEX "child_p" ON "shop"."child" ("p");
ALTER TABLE "shop"."child" ADD CONSTRAINT "by_code" FOREIGN KEY ("c") REFERENCES "shop"."parent" ("code") ON UPDATE NO ACTION ON DELETE NO ACTION;
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."child" DROP CONSTRAINT "old" -- if it is due;
DROP INDEX "shop"."child_old" -- if it is due;
CREATE INDEX "child_by_code" ON "shop"."child" ("c");
CREATE INDEX "child_p" ON "shop"."child" ("p");
ALTER TABLE "shop"."child" ADD CONSTRAINT "by_code" FOREIGN KEY ("c") REFERENCES "shop"."parent" ("code") ON UPDATE NO ACTION ON DELETE NO ACTION;
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE;

==== an index that serves a foreign key goes when another does
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT, q INT, CONSTRAINT k FOREIGN KEY (p) REFERENCES parent (id));
-- rows
INSERT INTO parent VALUES (1);
INSERT INTO child VALUES (1, 1, 1);
-- statement
ALTER TABLE child ADD INDEX p_q (p, q)
-- after
table shop.child utf8mb4_0900_ai_ci
  id int not null
  p int
  q int
  index PRIMARY unique [id]
  index p_q [p, q]
  foreign key k [p] to shop.parent [id] on update NO ACTION on delete NO ACTION
-- dolphin
DROP INDEX "shop"."child_k" -- if it is due;
CREATE INDEX "child_p_q" ON "shop"."child" ("p", "q");
-- pg
as postgresql
-- postgresql
DROP INDEX "shop"."child_k" -- if it is due;
CREATE INDEX "child_p_q" ON "shop"."child" ("p", "q");

==== checks
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT, CONSTRAINT old CHECK (a > 0), CONSTRAINT kept CHECK (b > 0), CONSTRAINT off CHECK (b < 100));
-- rows
INSERT INTO t VALUES (1, 1, 1);
-- statement
ALTER TABLE t DROP CHECK old, ADD CHECK (a >= b), ADD CONSTRAINT lower_ CHECK (a <> 7) NOT ENFORCED, ALTER CHECK off NOT ENFORCED
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  b int
  index PRIMARY unique [id]
  check kept (`b` > 0)
  check lower_ (`a` <> 7) not enforced
  check off (`b` < 100) not enforced
  check t_chk_1 (`a` >= `b`)
-- dolphin
ALTER TABLE "shop"."t" DROP CONSTRAINT "off" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "old" -- if it is due;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_chk_1" CHECK (("a" >= "b"));
note: shop.t, check lower_: the source does not enforce it, and it is not created (nothing needs to be done)
note: shop.t, check off: the source does not enforce it, and it is not created (nothing needs to be done)
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" DROP CONSTRAINT "off" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "old" -- if it is due;
ALTER TABLE "shop"."t" ADD CONSTRAINT "t_chk_1" CHECK (("a" >= "b"));
note: shop.t, check lower_: the source does not enforce it, and it is not created (nothing needs to be done)
note: shop.t, check off: the source does not enforce it, and it is not created (nothing needs to be done)

==== a constraint by its name
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT, CONSTRAINT old CHECK (a > 0), UNIQUE KEY u (b));
-- rows
INSERT INTO t VALUES (1, 1, 1);
-- statement
ALTER TABLE t DROP CONSTRAINT old, DROP CONSTRAINT u
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  a int
  b int
  index PRIMARY unique [id]
-- dolphin
hold unless none: The target's table shop.t has no index t_u. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_u";
ALTER TABLE "shop"."t" DROP CONSTRAINT "old" -- if it is due;
-- pg
as postgresql
-- postgresql
hold unless none: The target's table shop.t has no index t_u. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_u";
ALTER TABLE "shop"."t" DROP CONSTRAINT "old" -- if it is due;

==== a key over rows that nobody has compared
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT);
-- rows
INSERT INTO parent VALUES (1);
INSERT INTO child VALUES (1, 1);
-- session
foreign_key_checks = 0
-- statement
ALTER TABLE child ADD CONSTRAINT k FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE
-- after
table shop.child utf8mb4_0900_ai_ci
  id int not null
  p int
  index PRIMARY unique [id]
  index k [p]
  foreign key k [p] to shop.parent [id] on update NO ACTION on delete CASCADE
-- dolphin
CREATE INDEX "child_k" ON "shop"."child" ("p");
ALTER TABLE "shop"."child" ADD CONSTRAINT "k" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "k" -- if it is due;
note: The source has not checked existing rows against foreign key k of table shop.child to shop.parent. On the target the key is NOT VALID while rows violate it. It is enforced for new rows.
-- pg
as postgresql
-- postgresql
CREATE INDEX "child_k" ON "shop"."child" ("p");
ALTER TABLE "shop"."child" ADD CONSTRAINT "k" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "k" -- if it is due;
note: The source has not checked existing rows against foreign key k of table shop.child to shop.parent. On the target the key is NOT VALID while rows violate it. It is enforced for new rows.

==== a key of texts over rows that nobody has compared
-- before
CREATE TABLE parent (code VARCHAR(10) PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p VARCHAR(10));
-- rows
INSERT INTO parent VALUES ('a');
INSERT INTO child VALUES (1, 'a');
-- session
foreign_key_checks = 0
-- statement
ALTER TABLE child ADD CONSTRAINT k FOREIGN KEY (p) REFERENCES parent (code) ON DELETE CASCADE
-- after
table shop.child utf8mb4_0900_ai_ci
  id int not null
  p varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index k [p]
  foreign key k [p] to shop.parent [code] on update NO ACTION on delete CASCADE
-- dolphin
CREATE INDEX "child_k" ON "shop"."child" ("p");
hold unless none: SELECT 1 FROM "shop"."child" AS c WHERE c."p" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "shop"."parent" AS p WHERE p."code" = c."p") LIMIT 1
ALTER TABLE "shop"."child" ADD CONSTRAINT "k" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("code") ON UPDATE NO ACTION ON DELETE CASCADE;
-- pg
as postgresql
-- postgresql
CREATE INDEX "child_k" ON "shop"."child" ("p");
hold unless none: SELECT 1 FROM "shop"."child" AS c WHERE c."p" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "shop"."parent" AS p WHERE p."code" = c."p") LIMIT 1
ALTER TABLE "shop"."child" ADD CONSTRAINT "k" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("code") ON UPDATE NO ACTION ON DELETE CASCADE;

==== an action by columns without a unique key
-- before
CREATE TABLE region (id INT PRIMARY KEY, code VARCHAR(5) NOT NULL, KEY by_code (code));
CREATE TABLE store (id INT PRIMARY KEY, code VARCHAR(5));
-- rows
INSERT INTO region VALUES (1, 'N');
INSERT INTO store VALUES (1, 'N');
-- statement
ALTER TABLE store ADD CONSTRAINT store_region FOREIGN KEY (code) REFERENCES region (code) ON DELETE CASCADE
-- after
table shop.store utf8mb4_0900_ai_ci
  id int not null
  code varchar(5) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index store_region [code]
  foreign key store_region [code] to shop.region [code] on update NO ACTION on delete CASCADE
-- dolphin
hold: Foreign key store_region of table shop.store to shop.region has ON DELETE CASCADE, and the target does not get it: it refers to columns that have no unique key of their own, which the target demands. MySQL up to 9.5 does not write the rows that this changes into its binlog
would execute: CREATE INDEX "store_store_region" ON "shop"."store" ("code")
-- pg
as postgresql
-- postgresql
hold: Foreign key store_region of table shop.store to shop.region has ON DELETE CASCADE, and the target does not get it: it refers to columns that have no unique key of their own, which the target demands. MySQL up to 9.5 does not write the rows that this changes into its binlog
would execute: CREATE INDEX "store_store_region" ON "shop"."store" ("code")

==== no action by columns without a unique key
-- before
CREATE TABLE region (id INT PRIMARY KEY, code VARCHAR(5) NOT NULL, KEY by_code (code));
CREATE TABLE store (id INT PRIMARY KEY, code VARCHAR(5));
-- rows
INSERT INTO region VALUES (1, 'N');
INSERT INTO store VALUES (1, 'N');
-- statement
ALTER TABLE store ADD CONSTRAINT store_region FOREIGN KEY (code) REFERENCES region (code)
-- after
table shop.store utf8mb4_0900_ai_ci
  id int not null
  code varchar(5) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index store_region [code]
  foreign key store_region [code] to shop.region [code] on update NO ACTION on delete NO ACTION
-- dolphin
CREATE INDEX "store_store_region" ON "shop"."store" ("code");
note: shop.store, foreign key store_region: it refers to columns that have no unique key of their own, which the target demands (add a unique key on code of table shop.region at the source)
-- pg
as postgresql
-- postgresql
CREATE INDEX "store_store_region" ON "shop"."store" ("code");
note: shop.store, foreign key store_region: it refers to columns that have no unique key of their own, which the target demands (add a unique key on code of table shop.region at the source)

==== an action of a table that is not replicated
-- before
CREATE TABLE tenant_elsewhere (id INT PRIMARY KEY);
-- rows
INSERT INTO tenant_elsewhere VALUES (1);
-- statement
CREATE TABLE child (id INT PRIMARY KEY, tenant INT, FOREIGN KEY (tenant) REFERENCES tenant_elsewhere (id) ON DELETE SET NULL)
-- after
table shop.child utf8mb4_0900_ai_ci
  id int not null
  tenant int
  index PRIMARY unique [id]
  index tenant [tenant]
  foreign key child_ibfk_1 [tenant] to shop.tenant_elsewhere [id] on update NO ACTION on delete SET NULL
-- dolphin
hold: Foreign key child_ibfk_1 of table shop.child to shop.tenant_elsewhere has ON DELETE SET NULL, and the target does not get it: it refers to table shop.tenant_elsewhere, which is not replicated. MySQL up to 9.5 does not write the rows that this changes into its binlog
would execute: CREATE SCHEMA "shop"
would execute: CREATE TABLE "shop"."child" ("id" integer NOT NULL, "tenant" integer, PRIMARY KEY ("id"))
would execute: CREATE INDEX "child_tenant" ON "shop"."child" ("tenant")
-- pg
as postgresql
-- postgresql
hold: Foreign key child_ibfk_1 of table shop.child to shop.tenant_elsewhere has ON DELETE SET NULL, and the target does not get it: it refers to table shop.tenant_elsewhere, which is not replicated. MySQL up to 9.5 does not write the rows that this changes into its binlog
would execute: CREATE SCHEMA "shop"
would execute: CREATE TABLE "shop"."child" ("id" integer NOT NULL, "tenant" integer, PRIMARY KEY ("id"))
would execute: CREATE INDEX "child_tenant" ON "shop"."child" ("tenant")

==== the unique key goes on which an action rests
-- before
CREATE TABLE parent (id INT PRIMARY KEY, code INT, UNIQUE KEY by_code (code), KEY plain (code));
CREATE TABLE child (id INT PRIMARY KEY, p INT, CONSTRAINT k FOREIGN KEY (p) REFERENCES parent (code) ON UPDATE CASCADE);
-- rows
INSERT INTO parent VALUES (1, 1);
INSERT INTO child VALUES (1, 1);
-- statement
ALTER TABLE parent DROP KEY by_code
-- after
table shop.parent utf8mb4_0900_ai_ci
  id int not null
  code int
  index PRIMARY unique [id]
  index plain [code]
-- dolphin
hold: Foreign key k of table shop.child to shop.parent has ON UPDATE CASCADE, and the target does not get it: it refers to columns that have no unique key of their own, which the target demands. MySQL up to 9.5 does not write the rows that this changes into its binlog
would execute: ALTER TABLE "shop"."child" DROP CONSTRAINT "k"
would execute: DROP INDEX "shop"."parent_by_code"
-- pg
as postgresql
-- postgresql
hold: Foreign key k of table shop.child to shop.parent has ON UPDATE CASCADE, and the target does not get it: it refers to columns that have no unique key of their own, which the target demands. MySQL up to 9.5 does not write the rows that this changes into its binlog
would execute: ALTER TABLE "shop"."child" DROP CONSTRAINT "k"
would execute: DROP INDEX "shop"."parent_by_code"

==== the parent of an action leaves what is replicated
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT, CONSTRAINT k FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE);
-- statement
RENAME TABLE parent TO parent_elsewhere
-- after
table shop.child utf8mb4_0900_ai_ci
  id int not null
  p int
  index PRIMARY unique [id]
  index k [p]
  foreign key k [p] to shop.parent_elsewhere [id] on update NO ACTION on delete CASCADE
-- dolphin
hold: Foreign key k of table shop.child to shop.parent_elsewhere has ON DELETE CASCADE, and the target does not get it: it refers to table shop.parent_elsewhere, which is not replicated. MySQL up to 9.5 does not write the rows that this changes into its binlog
would execute: ALTER TABLE "shop"."child" DROP CONSTRAINT "k"
would execute: DROP TABLE IF EXISTS "shop"."parent"
-- pg
as postgresql
-- postgresql
hold: Foreign key k of table shop.child to shop.parent_elsewhere has ON DELETE CASCADE, and the target does not get it: it refers to table shop.parent_elsewhere, which is not replicated. MySQL up to 9.5 does not write the rows that this changes into its binlog
would execute: ALTER TABLE "shop"."child" DROP CONSTRAINT "k"
would execute: DROP TABLE IF EXISTS "shop"."parent"

==== the parent of an action comes from what is not replicated
-- before
CREATE TABLE child (id INT PRIMARY KEY, p INT, CONSTRAINT k FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE);
CREATE TABLE parent_elsewhere (id INT PRIMARY KEY);
-- session
foreign_key_checks = 0
-- statement
RENAME TABLE parent_elsewhere TO parent
-- after
-- dolphin
hold: Foreign key k of table shop.child to shop.parent has ON DELETE CASCADE, and the target does not get it: it refers to table shop.parent, which is not replicated. MySQL up to 9.5 does not write the rows that this changes into its binlog
-- pg
as postgresql
-- postgresql
hold: Foreign key k of table shop.child to shop.parent has ON DELETE CASCADE, and the target does not get it: it refers to table shop.parent, which is not replicated. MySQL up to 9.5 does not write the rows that this changes into its binlog

==== a new column takes a name and its key
-- before
CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(10), UNIQUE KEY u (c));
-- rows
INSERT INTO t VALUES (1, 'a'), (2, 'b');
-- statement
ALTER TABLE t RENAME COLUMN c TO n, ADD COLUMN c VARCHAR(20) FIRST
-- after
table shop.t utf8mb4_0900_ai_ci
  c varchar(20) utf8mb4_0900_ai_ci
  id int not null
  n varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index u unique [c(10)]
-- dolphin
hold unless none: The target's table shop.t has no index t_u. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_u";
ALTER TABLE "shop"."t" RENAME COLUMN "c" TO "n";
ALTER TABLE "shop"."t" ADD COLUMN "c" varchar(20) COLLATE "utf8mb4_general_ci";
CREATE UNIQUE INDEX "t_u" ON "shop"."t" ((left("c", 10)));
-- pg
as postgresql
-- postgresql
hold unless none: The target's table shop.t has no index t_u. Its indexes do not have the names that a copy gives them.
DROP INDEX "shop"."t_u";
ALTER TABLE "shop"."t" RENAME COLUMN "c" TO "n";
ALTER TABLE "shop"."t" ADD COLUMN "c" varchar(20);
CREATE UNIQUE INDEX "t_u" ON "shop"."t" ((left("c", 10)));

==== names of indexes and columns change places
-- before
CREATE TABLE t (id INT PRIMARY KEY, a SET('x'), b SET('x'), UNIQUE KEY ua (id, a), KEY kb (b));
-- rows
INSERT INTO t VALUES (1, 'x', '');
-- statement
ALTER TABLE t RENAME COLUMN a TO b, RENAME COLUMN b TO a, RENAME INDEX ua TO kb, RENAME INDEX kb TO ua
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  b set('x') utf8mb4_0900_ai_ci
  a set('x') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index kb unique [id, b]
  index ua [a]
-- dolphin
ALTER INDEX "shop"."t_ua" RENAME TO "gaussferry renamed 0 " -- if it is due;
ALTER INDEX "shop"."t_kb" RENAME TO "t_ua" -- if it is due;
ALTER INDEX "shop"."gaussferry renamed 0 " RENAME TO "t_kb" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "a" TO "gaussferry renamed 0 ";
ALTER TYPE "shop"."t_a_set" RENAME TO "t_gaussferry renamed 0 _set" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "b" TO "a";
ALTER TYPE "shop"."t_b_set" RENAME TO "t_a_set" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "gaussferry renamed 0 " TO "b";
ALTER TYPE "shop"."t_gaussferry renamed 0 _set" RENAME TO "t_b_set" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER INDEX "shop"."t_ua" RENAME TO "gaussferry renamed 0 " -- if it is due;
ALTER INDEX "shop"."t_kb" RENAME TO "t_ua" -- if it is due;
ALTER INDEX "shop"."gaussferry renamed 0 " RENAME TO "t_kb" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "a" TO "gaussferry renamed 0 ";
ALTER TABLE "shop"."t" RENAME COLUMN "b" TO "a";
ALTER TABLE "shop"."t" RENAME COLUMN "gaussferry renamed 0 " TO "b";

==== a key of an ENUM that becomes text
-- before
CREATE TABLE t (id INT PRIMARY KEY, e ENUM('abc', 'abd') CHARACTER SET latin1, KEY ke (e));
-- rows
INSERT INTO t VALUES (1, 'abc');
-- statement
ALTER TABLE t MODIFY e VARCHAR(10)
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  e varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index ke [e(1)]
-- dolphin
DROP INDEX "shop"."t_ke" -- if it is due;
copy again unless none: SELECT "e" FROM "shop"."t" WHERE char_length(CAST("e" AS TEXT)) > 10 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE varchar(10) COLLATE "utf8mb4_general_ci" USING CAST("e" AS TEXT);
CREATE INDEX "t_ke" ON "shop"."t" ((left("e", 1)));
-- pg
as postgresql
-- postgresql
DROP INDEX "shop"."t_ke" -- if it is due;
ALTER TABLE "shop"."t" DROP CONSTRAINT "t_e_check" -- if it is due;
copy again unless none: SELECT "e" FROM "shop"."t" WHERE char_length(CAST("e" AS TEXT)) > 10 LIMIT 1
ALTER TABLE "shop"."t" ALTER COLUMN "e" TYPE varchar(10) USING CAST("e" AS TEXT);
CREATE INDEX "t_ke" ON "shop"."t" ((left("e", 1)));
