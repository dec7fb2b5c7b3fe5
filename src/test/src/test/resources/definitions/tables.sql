==== rename
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY, n INT, kind ENUM('x'), p INT, KEY by_n (n), CHECK (n > 0), FOREIGN KEY (p) REFERENCES parent (id));
CREATE TABLE refers (id INT PRIMARY KEY, a INT, CONSTRAINT k FOREIGN KEY (a) REFERENCES a (id));
-- rows
INSERT INTO parent VALUES (1);
INSERT INTO a VALUES (1, 1, 'x', 1);
INSERT INTO refers VALUES (1, 1);
-- statement
RENAME TABLE a TO b
-- after
table shop.refers utf8mb4_0900_ai_ci
  id int not null
  a int
  index PRIMARY unique [id]
  index k [a]
  foreign key k [a] to shop.b [id] on update NO ACTION on delete NO ACTION
table shop.b utf8mb4_0900_ai_ci
  id int not null auto_increment
  n int
  kind enum('x') utf8mb4_0900_ai_ci
  p int
  index PRIMARY unique [id]
  index by_n [n]
  index p [p]
  foreign key b_ibfk_1 [p] to shop.parent [id] on update NO ACTION on delete NO ACTION
  check b_chk_1 (`n` > 0)
-- dolphin
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
ALTER INDEX "shop"."a_by_n" RENAME TO "b_by_n" -- if it is due;
ALTER INDEX "shop"."a_p" RENAME TO "b_p" -- if it is due;
ALTER TABLE "shop"."b" RENAME CONSTRAINT "a_ibfk_1" TO "b_ibfk_1" -- if it is due;
ALTER TABLE "shop"."b" RENAME CONSTRAINT "a_chk_1" TO "b_chk_1" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
ALTER INDEX "shop"."a_by_n" RENAME TO "b_by_n" -- if it is due;
ALTER INDEX "shop"."a_p" RENAME TO "b_p" -- if it is due;
ALTER TABLE "shop"."b" RENAME CONSTRAINT "a_kind_check" TO "b_kind_check" -- if it is due;
ALTER TABLE "shop"."b" RENAME CONSTRAINT "a_ibfk_1" TO "b_ibfk_1" -- if it is due;
ALTER TABLE "shop"."b" RENAME CONSTRAINT "a_chk_1" TO "b_chk_1" -- if it is due;

==== change places
-- before
CREATE TABLE a (id INT PRIMARY KEY, n INT, KEY by_n (n));
CREATE TABLE b (id INT PRIMARY KEY, text VARCHAR(10), KEY by_text (text));
-- rows
INSERT INTO a VALUES (1, 1);
INSERT INTO b VALUES (1, 'b');
-- statement
RENAME TABLE a TO waiting, b TO a, waiting TO b
-- after
table shop.a utf8mb4_0900_ai_ci
  id int not null
  text varchar(10) utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
  index by_text [text]
table shop.b utf8mb4_0900_ai_ci
  id int not null
  n int
  index PRIMARY unique [id]
  index by_n [n]
-- dolphin
ALTER TABLE "shop"."b" RENAME TO "gaussferry renamed 0 ";
ALTER INDEX "shop"."b_pkey" RENAME TO "gaussferry renamed 0 _pkey" -- if it is due;
ALTER INDEX "shop"."b_by_text" RENAME TO "gaussferry renamed 0 _by_text" -- if it is due;
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
ALTER INDEX "shop"."a_by_n" RENAME TO "b_by_n" -- if it is due;
ALTER TABLE "shop"."gaussferry renamed 0 " RENAME TO "a";
ALTER INDEX "shop"."gaussferry renamed 0 _pkey" RENAME TO "a_pkey" -- if it is due;
ALTER INDEX "shop"."gaussferry renamed 0 _by_text" RENAME TO "a_by_text" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."b" RENAME TO "gaussferry renamed 0 ";
ALTER INDEX "shop"."b_pkey" RENAME TO "gaussferry renamed 0 _pkey" -- if it is due;
ALTER INDEX "shop"."b_by_text" RENAME TO "gaussferry renamed 0 _by_text" -- if it is due;
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
ALTER INDEX "shop"."a_by_n" RENAME TO "b_by_n" -- if it is due;
ALTER TABLE "shop"."gaussferry renamed 0 " RENAME TO "a";
ALTER INDEX "shop"."gaussferry renamed 0 _pkey" RENAME TO "a_pkey" -- if it is due;
ALTER INDEX "shop"."gaussferry renamed 0 _by_text" RENAME TO "a_by_text" -- if it is due;

==== a chain
-- before
CREATE TABLE a (id INT PRIMARY KEY);
CREATE TABLE b (id INT PRIMARY KEY, n INT);
-- rows
INSERT INTO a VALUES (1);
INSERT INTO b VALUES (1, 1);
-- statement
RENAME TABLE b TO c, a TO b
-- after
table shop.c utf8mb4_0900_ai_ci
  id int not null
  n int
  index PRIMARY unique [id]
table shop.b utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."b" RENAME TO "c";
ALTER INDEX "shop"."b_pkey" RENAME TO "c_pkey" -- if it is due;
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."b" RENAME TO "c";
ALTER INDEX "shop"."b_pkey" RENAME TO "c_pkey" -- if it is due;
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;

==== rename and alter
-- before
CREATE TABLE a (id INT PRIMARY KEY, n INT, KEY by_n (n));
-- rows
INSERT INTO a VALUES (1, 1);
-- statement
ALTER TABLE a ADD m INT DEFAULT 2, RENAME TO b, RENAME INDEX by_n TO on_n
-- after
table shop.b utf8mb4_0900_ai_ci
  id int not null
  n int
  m int default '2'
  index PRIMARY unique [id]
  index on_n [n]
-- dolphin
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
ALTER INDEX "shop"."a_by_n" RENAME TO "b_by_n" -- if it is due;
ALTER INDEX "shop"."b_by_n" RENAME TO "b_on_n" -- if it is due;
ALTER TABLE "shop"."b" ADD COLUMN "m" integer DEFAULT '2';
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
ALTER INDEX "shop"."a_by_n" RENAME TO "b_by_n" -- if it is due;
ALTER INDEX "shop"."b_by_n" RENAME TO "b_on_n" -- if it is due;
ALTER TABLE "shop"."b" ADD COLUMN "m" integer DEFAULT '2';

==== out of what is replicated
-- before
CREATE TABLE a (id INT PRIMARY KEY);
-- rows
INSERT INTO a VALUES (1);
-- statement
RENAME TABLE a TO elsewhere.a
-- after
-- dolphin
DROP TABLE IF EXISTS "shop"."a";
note: Table shop.a now has a name that is not replicated, and is dropped on the target.
-- pg
as postgresql
-- postgresql
DROP TABLE IF EXISTS "shop"."a";
note: Table shop.a now has a name that is not replicated, and is dropped on the target.

==== into what is replicated
-- before
CREATE TABLE elsewhere.a (id INT PRIMARY KEY);
-- statement
RENAME TABLE elsewhere.a TO a
-- after
-- dolphin
copy again [shop.a]: The rows of a table that was renamed to a replicated name are unknown.
-- pg
as postgresql
-- postgresql
copy again [shop.a]: The rows of a table that was renamed to a replicated name are unknown.

==== a shadow that is not replicated takes its place
-- before
CREATE TABLE a (id INT PRIMARY KEY);
CREATE TABLE _a_elsewhere_new (id INT PRIMARY KEY, n INT);
-- statement
RENAME TABLE a TO _a_elsewhere_old, _a_elsewhere_new TO a
-- after
-- dolphin
copy again [shop.a]: The rows of a table that was renamed to a replicated name are unknown.
-- pg
as postgresql
-- postgresql
copy again [shop.a]: The rows of a table that was renamed to a replicated name are unknown.

==== drop
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent (id));
-- rows
INSERT INTO parent VALUES (1);
INSERT INTO child VALUES (1, 1);
-- statement
DROP TABLE IF EXISTS child, parent, unknown
-- after
-- dolphin
ALTER TABLE "shop"."child" DROP CONSTRAINT "child_ibfk_1" -- if it is due;
DROP TABLE IF EXISTS "shop"."child";
DROP TABLE IF EXISTS "shop"."parent";
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."child" DROP CONSTRAINT "child_ibfk_1" -- if it is due;
DROP TABLE IF EXISTS "shop"."child";
DROP TABLE IF EXISTS "shop"."parent";

==== drop what is not replicated
-- before
-- statement
DROP TABLE `elsewhere`.`t` /* generated by server */
-- after
-- dolphin
nothing: None of its tables is replicated.
-- pg
as postgresql
-- postgresql
nothing: None of its tables is replicated.

==== truncate
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1), (2);
-- statement
TRUNCATE t
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
-- dolphin
TRUNCATE TABLE "shop"."t";
-- pg
as postgresql
-- postgresql
TRUNCATE TABLE "shop"."t";

==== truncate what is referred to
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent (id));
-- rows
INSERT INTO parent VALUES (1);
-- session
foreign_key_checks = 0
-- statement
TRUNCATE TABLE parent
-- after
table shop.parent utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."child" DROP CONSTRAINT "child_ibfk_1" -- if it is due;
TRUNCATE TABLE "shop"."parent";
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "child_ibfk_1" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."child" DROP CONSTRAINT "child_ibfk_1" -- if it is due;
TRUNCATE TABLE "shop"."parent";
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "child_ibfk_1" -- if it is due;

==== comment
-- before
CREATE TABLE t (id INT PRIMARY KEY) COMMENT 'old';
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE t COMMENT = 'it''s new', ENGINE = InnoDB, AUTO_INCREMENT = 7
-- after
table shop.t utf8mb4_0900_ai_ci comment 'it's new'
  id int not null
  index PRIMARY unique [id]
-- dolphin
COMMENT ON TABLE "shop"."t" IS 'it''s new';
-- pg
as postgresql
-- postgresql
COMMENT ON TABLE "shop"."t" IS 'it''s new';

==== nothing that matters
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- rows
INSERT INTO t VALUES (1);
-- statement
ALTER TABLE t ENGINE = InnoDB
-- after
-- dolphin
nothing: It changes nothing that Gaussferry replicates of its tables.
-- pg
as postgresql
-- postgresql
nothing: It changes nothing that Gaussferry replicates of its tables.

==== force
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- statement
ALTER TABLE t FORCE, ALGORITHM = INPLACE, LOCK = NONE
-- after
-- dolphin
nothing: It changes nothing that Gaussferry replicates of its tables.
-- pg
as postgresql
-- postgresql
nothing: It changes nothing that Gaussferry replicates of its tables.

==== a name that the target would cut
-- before
CREATE TABLE t (id INT PRIMARY KEY);
-- statement
ALTER TABLE t ADD üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü INT
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü int
  index PRIMARY unique [id]
-- dolphin
hold: The name of the column "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü" (table shop.t) has 70 bytes, but the target keeps only 63.
-- pg
as postgresql
-- postgresql
hold: The name of the column "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü" (table shop.t) has 70 bytes, but the target keeps only 63.

==== an unknown table
-- before
-- statement
ALTER TABLE t ADD a INT
-- after
-- dolphin
hold: The definition of table shop.t before the statement is unknown
-- pg
as postgresql
-- postgresql
hold: The definition of table shop.t before the statement is unknown

==== tables with sets change places
-- before
CREATE TABLE a (id INT PRIMARY KEY, flags SET('x','y'));
CREATE TABLE b (id INT PRIMARY KEY, flags SET('p','q'));
-- rows
INSERT INTO a VALUES (1, 'x,y');
INSERT INTO b VALUES (1, 'p');
-- statement
RENAME TABLE a TO c, b TO a, c TO b
-- after
table shop.a utf8mb4_0900_ai_ci
  id int not null
  flags set('p','q') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
table shop.b utf8mb4_0900_ai_ci
  id int not null
  flags set('x','y') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."b" RENAME TO "gaussferry renamed 0 ";
ALTER INDEX "shop"."b_pkey" RENAME TO "gaussferry renamed 0 _pkey" -- if it is due;
ALTER TYPE "shop"."b_flags_set" RENAME TO "gaussferry renamed 0 _flags_set" -- if it is due;
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
ALTER TYPE "shop"."a_flags_set" RENAME TO "b_flags_set" -- if it is due;
ALTER TABLE "shop"."gaussferry renamed 0 " RENAME TO "a";
ALTER INDEX "shop"."gaussferry renamed 0 _pkey" RENAME TO "a_pkey" -- if it is due;
ALTER TYPE "shop"."gaussferry renamed 0 _flags_set" RENAME TO "a_flags_set" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."b" RENAME TO "gaussferry renamed 0 ";
ALTER INDEX "shop"."b_pkey" RENAME TO "gaussferry renamed 0 _pkey" -- if it is due;
ALTER TABLE "shop"."a" RENAME TO "b";
ALTER INDEX "shop"."a_pkey" RENAME TO "b_pkey" -- if it is due;
ALTER TABLE "shop"."gaussferry renamed 0 " RENAME TO "a";
ALTER INDEX "shop"."gaussferry renamed 0 _pkey" RENAME TO "a_pkey" -- if it is due;

==== columns with sets change places
-- before
CREATE TABLE t (id INT PRIMARY KEY, a SET('x','y'), b SET('p','q'), c SET('m'));
-- rows
INSERT INTO t VALUES (1, 'x,y', 'p', 'm');
-- statement
ALTER TABLE t RENAME COLUMN a TO b, RENAME COLUMN b TO a, RENAME COLUMN c TO d
-- after
table shop.t utf8mb4_0900_ai_ci
  id int not null
  b set('x','y') utf8mb4_0900_ai_ci
  a set('p','q') utf8mb4_0900_ai_ci
  d set('m') utf8mb4_0900_ai_ci
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."t" RENAME COLUMN "a" TO "gaussferry renamed 0 ";
ALTER TYPE "shop"."t_a_set" RENAME TO "t_gaussferry renamed 0 _set" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "b" TO "a";
ALTER TYPE "shop"."t_b_set" RENAME TO "t_a_set" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "c" TO "d";
ALTER TYPE "shop"."t_c_set" RENAME TO "t_d_set" -- if it is due;
ALTER TABLE "shop"."t" RENAME COLUMN "gaussferry renamed 0 " TO "b";
ALTER TYPE "shop"."t_gaussferry renamed 0 _set" RENAME TO "t_b_set" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."t" RENAME COLUMN "a" TO "gaussferry renamed 0 ";
ALTER TABLE "shop"."t" RENAME COLUMN "b" TO "a";
ALTER TABLE "shop"."t" RENAME COLUMN "c" TO "d";
ALTER TABLE "shop"."t" RENAME COLUMN "gaussferry renamed 0 " TO "b";

==== truncate what an action refers to
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE);
-- rows
INSERT INTO parent VALUES (1);
INSERT INTO child VALUES (10, 1);
-- session
foreign_key_checks = 0
-- statement
TRUNCATE TABLE parent
-- after
table shop.parent utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."child" DROP CONSTRAINT "child_ibfk_1" -- if it is due;
TRUNCATE TABLE "shop"."parent";
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "child_ibfk_1" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."child" DROP CONSTRAINT "child_ibfk_1" -- if it is due;
TRUNCATE TABLE "shop"."parent";
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "child_ibfk_1" -- if it is due;

==== drop what an action refers to
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE);
-- rows
INSERT INTO parent VALUES (1);
INSERT INTO child VALUES (10, 1);
-- session
foreign_key_checks = 0
-- statement
DROP TABLE parent
-- after
-- dolphin
ALTER TABLE "shop"."child" DROP CONSTRAINT "child_ibfk_1" -- if it is due;
DROP TABLE IF EXISTS "shop"."parent";
note: shop.child, foreign key child_ibfk_1: it refers to table shop.parent, which the source does not have (no action needed: the key is created together with that table)
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."child" DROP CONSTRAINT "child_ibfk_1" -- if it is due;
DROP TABLE IF EXISTS "shop"."parent";
note: shop.child, foreign key child_ibfk_1: it refers to table shop.parent, which the source does not have (no action needed: the key is created together with that table)

==== create what a key refers to already
-- before
CREATE TABLE child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE);
-- rows
INSERT INTO child VALUES (10, 1);
-- session
foreign_key_checks = 0
-- statement
CREATE TABLE parent (id INT PRIMARY KEY)
-- after
table shop.parent utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
-- dolphin
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."parent" ("id" integer NOT NULL, PRIMARY KEY ("id"));
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "child_ibfk_1" -- if it is due;
note: The source has not checked existing rows against foreign key child_ibfk_1 of table shop.child to shop.parent. On the target the key is NOT VALID while rows violate it. It is enforced for new rows.
-- pg
as postgresql
-- postgresql
CREATE SCHEMA "shop" -- if it is due;
CREATE TABLE "shop"."parent" ("id" integer NOT NULL, PRIMARY KEY ("id"));
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "child_ibfk_1" -- if it is due;
note: The source has not checked existing rows against foreign key child_ibfk_1 of table shop.child to shop.parent. On the target the key is NOT VALID while rows violate it. It is enforced for new rows.

==== rename to what a key refers to already
-- before
CREATE TABLE child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE);
CREATE TABLE other (id INT PRIMARY KEY);
-- rows
INSERT INTO child VALUES (10, 1);
INSERT INTO other VALUES (1);
-- session
foreign_key_checks = 0
-- statement
RENAME TABLE other TO parent
-- after
table shop.parent utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."other" RENAME TO "parent";
ALTER INDEX "shop"."other_pkey" RENAME TO "parent_pkey" -- if it is due;
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "child_ibfk_1" -- if it is due;
note: The source has not checked existing rows against foreign key child_ibfk_1 of table shop.child to shop.parent. On the target the key is NOT VALID while rows violate it. It is enforced for new rows.
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."other" RENAME TO "parent";
ALTER INDEX "shop"."other_pkey" RENAME TO "parent_pkey" -- if it is due;
ALTER TABLE "shop"."child" ADD CONSTRAINT "child_ibfk_1" FOREIGN KEY ("p") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE CASCADE NOT VALID;
ALTER TABLE "shop"."child" VALIDATE CONSTRAINT "child_ibfk_1" -- if it is due;
note: The source has not checked existing rows against foreign key child_ibfk_1 of table shop.child to shop.parent. On the target the key is NOT VALID while rows violate it. It is enforced for new rows.

==== rename what an action refers to without checks
-- before
CREATE TABLE parent (id INT PRIMARY KEY);
CREATE TABLE child (id INT PRIMARY KEY, p INT, CONSTRAINT k FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE);
-- rows
INSERT INTO parent VALUES (1);
INSERT INTO child VALUES (10, 1);
-- session
foreign_key_checks = 0
-- statement
RENAME TABLE parent TO other
-- after
table shop.child utf8mb4_0900_ai_ci
  id int not null
  p int
  index PRIMARY unique [id]
  index k [p]
  foreign key k [p] to shop.other [id] on update NO ACTION on delete CASCADE
table shop.other utf8mb4_0900_ai_ci
  id int not null
  index PRIMARY unique [id]
-- dolphin
ALTER TABLE "shop"."parent" RENAME TO "other";
ALTER INDEX "shop"."parent_pkey" RENAME TO "other_pkey" -- if it is due;
-- pg
as postgresql
-- postgresql
ALTER TABLE "shop"."parent" RENAME TO "other";
ALTER INDEX "shop"."parent_pkey" RENAME TO "other_pkey" -- if it is due;
