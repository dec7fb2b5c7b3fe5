==== add a column if it does not exist
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD COLUMN IF NOT EXISTS c INT DEFAULT 5
-- result
hold

==== add a column that exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD COLUMN IF NOT EXISTS a INT DEFAULT 5
-- result
hold

==== drop a column if it exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t DROP COLUMN IF EXISTS b
-- result
hold

==== drop a column that does not exist
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t DROP COLUMN IF EXISTS nowhere, ADD c INT
-- result
hold

==== modify a column if it exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t MODIFY COLUMN IF EXISTS a BIGINT
-- result
hold

==== alter a table if it exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE IF EXISTS t ADD c INT
-- result
hold

==== create an index if it does not exist
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE INDEX IF NOT EXISTS k ON t (a)
-- result
hold

==== replace an index
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), KEY k (a));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE OR REPLACE INDEX k ON t (b)
-- result
hold

==== drop an index if it exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), KEY k (a));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
DROP INDEX IF EXISTS k ON t
-- result
hold

==== replace a table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE OR REPLACE TABLE t (id INT PRIMARY KEY, c INT)
-- result
hold

==== rename a table if it exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
RENAME TABLE IF EXISTS t TO t2
-- result
hold

==== wait for a lock
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t WAIT 5 ADD c INT
-- result
hold

==== drop without waiting
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
DROP TABLE t NOWAIT
-- result
hold

==== truncate with a wait
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
TRUNCATE TABLE t WAIT 5
-- result
hold

==== create a table if it does not exist
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE IF NOT EXISTS t (id INT PRIMARY KEY, z INT)
-- result
nothing

==== drop a primary key by name
-- before
CREATE TABLE t (id INT NOT NULL, a INT, b VARCHAR(20), PRIMARY KEY (id), UNIQUE KEY u (a));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t DROP CONSTRAINT `PRIMARY`
-- result
followed

==== set a statement's variables
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
SET STATEMENT lock_wait_timeout = 5 FOR ALTER TABLE t ADD c INT
-- result
hold

==== an expression in parentheses as default
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INT DEFAULT (a + 1)
-- result
COPY_AGAIN

==== a function as default
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c VARCHAR(40) DEFAULT UPPER('x')
-- result
hold

==== a default that changes
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c CHAR(36) DEFAULT UUID()
-- result
hold

==== a text's default
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c TEXT DEFAULT 'some'
-- result
followed

==== a text's default without null
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c TEXT NOT NULL DEFAULT 'so''me'
-- result
followed

==== a sequence as default
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
CREATE SEQUENCE s;
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INT DEFAULT (NEXT VALUE FOR s)
-- result
hold

==== an implicit date
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- session
NOT STRICT
-- statement
ALTER TABLE t ADD c DATE NOT NULL, ADD d DATETIME(3) NOT NULL, ADD e TIME NOT NULL, ADD f YEAR NOT NULL
-- result
COPY_AGAIN

==== a fraction that is truncated
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c DATETIME DEFAULT '2020-01-01 23:59:59.9'
-- result
followed

==== a number that is rounded
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- session
NOT STRICT
-- statement
ALTER TABLE t ADD c DECIMAL(5,1) DEFAULT 1.25, ADD d INT DEFAULT 1.5
-- result
followed

==== the time as default
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c TIMESTAMP DEFAULT CURRENT_TIMESTAMP, ADD d DATETIME(3) DEFAULT NOW(3) ON UPDATE NOW(3)
-- result
followed

==== an implicit timestamp
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- session
implicit timestamps
-- statement
ALTER TABLE t ADD c TIMESTAMP
-- result
followed

==== change a default
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ALTER COLUMN a SET DEFAULT (1 + 1)
-- result
followed

==== a large scale
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c DECIMAL(65,38) DEFAULT 0.12345678901234567890123456789012345678
-- result
copy again

==== an enum's default
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c ENUM('a','b') NOT NULL, ADD d SET('p','q') NOT NULL DEFAULT 'p,q'
-- result
followed

==== a UUID
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c UUID
-- result
followed

==== an address
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INET6
-- result
followed

==== an IPv4 address
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INET4
-- result
followed

==== a compressed column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c VARCHAR(100) COMPRESSED
-- result
REFUSED

==== a new table with a UUID
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id UUID PRIMARY KEY)
-- result
followed

==== JSON
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c JSON, ADD d JSON DEFAULT '{}'
-- result
followed

==== a table with JSON
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, j JSON NOT NULL CHECK (JSON_LENGTH(j) > 0))
-- result
followed

==== modify to JSON
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, '{}');
-- statement
ALTER TABLE t MODIFY b JSON
-- result
followed

==== a serial number
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id SERIAL, v INT)
-- result
followed

==== synonyms
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT8 PRIMARY KEY, a MIDDLEINT, b LONG VARCHAR, c LONG, d DEC(5,2), e FIXED, f BOOL, g CHARACTER VARYING(3), h REAL, i NUMERIC(4))
-- result
followed

==== years of two digits
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, y YEAR(2))
-- result
REFUSED

==== a long string becomes a text
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- session
NOT STRICT
-- statement
CREATE TABLE n (id INT PRIMARY KEY, v VARCHAR(30000), w VARBINARY(70000))
-- result
followed

==== a reference system
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, p POINT REF_SYSTEM_ID = 4326)
-- result
hold

==== utf8
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, a VARCHAR(10) CHARACTER SET utf8, b TEXT CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci, c CHAR(3) CHARACTER SET utf8mb4, d NCHAR(3)) CHARSET latin1
-- result
followed

==== collations of UCA 14.0.0
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, a VARCHAR(10) COLLATE utf8mb4_uca1400_ai_ci, b VARCHAR(10) CHARACTER SET utf8mb4 COLLATE uca1400_as_ci, c VARCHAR(10) CHARACTER SET latin1 COLLATE latin1_nopad_bin)
-- result
followed

==== a collation without a character set
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t MODIFY b VARCHAR(20) COLLATE uca1400_ai_ci
-- result
followed

==== a table's collation without a character set
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, a VARCHAR(10)) CHARSET utf8mb3 COLLATE uca1400_ai_ci
-- result
followed

==== convert to a collation
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_uca1400_ai_ci
-- result
followed

==== convert to a character set
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20)) CHARSET latin1;
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4
-- result
followed

==== a generated column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INT AS (a + 1) VIRTUAL, ADD d INT AS (a * 2) STORED
-- result
COPY_AGAIN

==== a persistent column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INT AS (a + 1) PERSISTENT
-- result
hold

==== generated always
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, c INT GENERATED ALWAYS AS (id + 1), d TEXT AS (CONCAT(c, 'x')))
-- result
followed

==== a unique text
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD u TEXT, ADD UNIQUE KEY (u)
-- result
REFUSED

==== a unique text in a new table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, u TEXT, v BLOB, UNIQUE (u), UNIQUE KEY two (v, id))
-- result
REFUSED

==== a unique text before a key
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT, u TEXT UNIQUE)
-- result
REFUSED

==== a unique long string
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, u VARCHAR(3000) UNIQUE)
-- result
REFUSED

==== unique by hash
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, u VARCHAR(30), UNIQUE USING HASH (u))
-- result
REFUSED

==== a descending key
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, a INT, KEY k (a DESC))
-- result
followed

==== an ignored key
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD KEY k (a) IGNORED
-- result
hold

==== ignore a key
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), KEY k (a));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ALTER INDEX k IGNORED
-- result
hold

==== a key with a clustering option
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD KEY k (a) KEY_BLOCK_SIZE 8 COMMENT 'x'
-- result
followed

==== a foreign key of a column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, t INT REFERENCES t (id) ON DELETE CASCADE)
-- result
followed

==== a foreign key of a column without a column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY REFERENCES t)
-- result
followed

==== add a column with a reference
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD p INT REFERENCES t (id)
-- result
followed

==== a foreign key if it does not exist
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 1, 'x');
-- statement
ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY IF NOT EXISTS (a) REFERENCES t (id)
-- result
hold

==== an index name of a foreign key
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 1, 'x');
-- statement
ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY g (a) REFERENCES t (id)
-- result
followed

==== drop a foreign key if it exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), CONSTRAINT f FOREIGN KEY (a) REFERENCES t (id));
-- rows
INSERT INTO t VALUES (1, 1, 'x');
-- statement
ALTER TABLE t DROP FOREIGN KEY IF EXISTS f
-- result
hold

==== without overlaps
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT, s DATE, e DATE, PERIOD FOR p (s, e), UNIQUE (id, p WITHOUT OVERLAPS))
-- result
hold

==== a period
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- statement
ALTER TABLE t ADD s DATE, ADD e DATE, ADD PERIOD FOR p (s, e)
-- result
hold

==== swap columns of a key
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), KEY k (a, b));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t CHANGE a c INT, CHANGE b a VARCHAR(20)
-- result
followed

==== rename a column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), KEY k (a));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t RENAME COLUMN a TO c, RENAME KEY k TO l
-- result
followed

==== a check
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD CONSTRAINT positive CHECK (a > 0)
-- result
followed

==== a check of a column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INT CHECK (c > 0)
-- result
followed

==== checks in a new table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY CHECK (id > 0), a INT, CONSTRAINT x CHECK (a > id), CHECK (a < 100))
-- result
followed

==== modify a column with a check
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT CHECK (a > 0), b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x');
-- statement
ALTER TABLE t MODIFY a INT NOT NULL DEFAULT 1
-- result
followed

==== rename a column with a check
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT CHECK (a > 0), b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t RENAME COLUMN a TO c
-- result
followed

==== drop a check
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), CONSTRAINT positive CHECK (a > 0));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t DROP CONSTRAINT positive
-- result
followed

==== drop a check if it exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), CONSTRAINT positive CHECK (a > 0));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t DROP CONSTRAINT IF EXISTS positive
-- result
hold

==== drop a column with a check
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT CHECK (a > 0), b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t DROP COLUMN a
-- result
followed

==== an invisible column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INT INVISIBLE DEFAULT 3
-- result
followed

==== make a column invisible
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t MODIFY a INT INVISIBLE
-- result
followed

==== a system column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, a INT WITHOUT SYSTEM VERSIONING)
-- result
hold

==== add a column first and after
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INT FIRST, ADD d INT AFTER a, MODIFY b VARCHAR(30) FIRST
-- result
followed

==== several columns in parentheses
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD (c INT, d VARCHAR(3) DEFAULT 'z')
-- result
followed

==== order rows
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ORDER BY a
-- result
nothing

==== an auto-increment column
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD n INT NOT NULL AUTO_INCREMENT UNIQUE
-- result
COPY_AGAIN

==== add system versioning
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD SYSTEM VERSIONING
-- result
REFUSED

==== a new system-versioned table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY) WITH SYSTEM VERSIONING
-- result
REFUSED

==== a column with system versioning
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, a INT WITH SYSTEM VERSIONING)
-- result
REFUSED

==== explicit system columns
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, s TIMESTAMP(6) GENERATED ALWAYS AS ROW START, e TIMESTAMP(6) GENERATED ALWAYS AS ROW END, PERIOD FOR SYSTEM_TIME (s, e)) WITH SYSTEM VERSIONING
-- result
REFUSED

==== a sequence as a table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (next_not_cached_value BIGINT(21) NOT NULL, minimum_value BIGINT(21) NOT NULL, maximum_value BIGINT(21) NOT NULL, start_value BIGINT(21) NOT NULL, increment BIGINT(21) NOT NULL, cache_size BIGINT(21) UNSIGNED NOT NULL, cycle_option TINYINT(1) UNSIGNED NOT NULL, cycle_count BIGINT(21) NOT NULL) SEQUENCE = 1
-- result
hold

==== a table like a sequence
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
CREATE SEQUENCE s;
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n LIKE s
-- result
copy again

==== rename a sequence
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
CREATE SEQUENCE s;
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
RENAME TABLE s TO s2
-- result
copy again

==== drop a sequence as a table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
CREATE SEQUENCE s;
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
DROP TABLE s
-- result
nothing

==== options of a table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY) ENGINE = InnoDB PAGE_COMPRESSED = 1 ROW_FORMAT = DYNAMIC
-- result
hold

==== a transactional engine
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, v INT) ENGINE = Aria TRANSACTIONAL = 1 PAGE_CHECKSUM = 1
-- result
hold

==== a MyISAM table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY, v INT) ENGINE = MyISAM
-- result
followed

==== change the engine
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ENGINE = Aria
-- result
hold

==== an online change
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER ONLINE TABLE t ADD c INT
-- result
followed

==== an algorithm
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD c INT, ALGORITHM = INSTANT, LOCK = NONE
-- result
followed

==== a nocopy algorithm
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD KEY (a), ALGORITHM = NOCOPY
-- result
followed

==== ignore duplicates
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, 3, 'x');
-- statement
ALTER IGNORE TABLE t ADD UNIQUE (b)
-- result
hold

==== force
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t FORCE
-- result
nothing

==== a comment for MariaDB
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t /*M!100100 ADD c INT */
-- result
followed

==== partitions by system time
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT) WITH SYSTEM VERSIONING PARTITION BY SYSTEM_TIME (PARTITION h HISTORY, PARTITION c CURRENT)
-- result
REFUSED

==== a default partition
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n (id INT PRIMARY KEY) PARTITION BY LIST (id) (PARTITION a VALUES IN (1), PARTITION b DEFAULT)
-- result
hold

==== convert a partition to a table
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20)) PARTITION BY RANGE (id) (PARTITION p1 VALUES LESS THAN (2), PARTITION p2 VALUES LESS THAN (10));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t CONVERT PARTITION p1 TO TABLE n
-- result
hold

==== convert a table to a partition
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20)) PARTITION BY RANGE (id) (PARTITION p1 VALUES LESS THAN (2), PARTITION p2 VALUES LESS THAN (10));
CREATE TABLE n (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t CONVERT TABLE n TO PARTITION p3 VALUES LESS THAN (20)
-- result
hold

==== drop a partition if it exists
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20)) PARTITION BY RANGE (id) (PARTITION p1 VALUES LESS THAN (2), PARTITION p2 VALUES LESS THAN (10));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t DROP PARTITION IF EXISTS p1
-- result
hold

==== add a partition if it does not exist
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20)) PARTITION BY RANGE (id) (PARTITION p1 VALUES LESS THAN (2), PARTITION p2 VALUES LESS THAN (10));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD PARTITION IF NOT EXISTS (PARTITION p3 VALUES LESS THAN (20))
-- result
hold

==== exchange a partition
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20)) PARTITION BY RANGE (id) (PARTITION p1 VALUES LESS THAN (2), PARTITION p2 VALUES LESS THAN (10));
CREATE TABLE n (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t EXCHANGE PARTITION p1 WITH TABLE n
-- result
copy again

==== a string to a number
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, '7'), (2, NULL, NULL);
-- statement
ALTER TABLE t MODIFY b INT
-- result
followed

==== a fraction to seconds
-- before
CREATE TABLE t (id INT PRIMARY KEY, c DATETIME(6));
-- rows
INSERT INTO t VALUES (1, '2020-12-31 23:59:59.999999');
-- statement
ALTER TABLE t MODIFY c DATETIME
-- result
COPY_AGAIN

==== a double to a number
-- before
CREATE TABLE t (id INT PRIMARY KEY, c DOUBLE);
-- rows
INSERT INTO t VALUES (1, 2.5), (2, -1.5);
-- statement
ALTER TABLE t MODIFY c INT
-- result
COPY_AGAIN

==== a decimal to another scale
-- before
CREATE TABLE t (id INT PRIMARY KEY, c DECIMAL(10,3));
-- rows
INSERT INTO t VALUES (1, 2.250), (2, -1.350);
-- statement
ALTER TABLE t MODIFY c DECIMAL(10,1)
-- result
COPY_AGAIN

==== a string to a shorter one
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'abc');
-- session
NOT STRICT
-- statement
ALTER TABLE t MODIFY b VARCHAR(2)
-- result
COPY_AGAIN

==== null to not null
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- session
NOT STRICT
-- statement
ALTER TABLE t MODIFY a INT NOT NULL
-- result
COPY_AGAIN

==== an enum to other members
-- before
CREATE TABLE t (id INT PRIMARY KEY, c ENUM('a','b'));
-- rows
INSERT INTO t VALUES (1, 'a'), (2, 'b');
-- statement
ALTER TABLE t MODIFY c ENUM('b','a','c')
-- result
followed

==== a datetime to a timestamp
-- before
CREATE TABLE t (id INT PRIMARY KEY, c DATETIME);
-- rows
INSERT INTO t VALUES (1, '2020-12-31 23:59:59');
-- session
time_zone = +05:30
-- statement
ALTER TABLE t MODIFY c TIMESTAMP NULL
-- result
followed

==== a date to a datetime
-- before
CREATE TABLE t (id INT PRIMARY KEY, c DATE);
-- rows
INSERT INTO t VALUES (1, '2020-12-31');
-- statement
ALTER TABLE t MODIFY c DATETIME
-- result
followed

==== a number to a string
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t MODIFY a VARCHAR(20), MODIFY id VARCHAR(10)
-- result
followed

==== a float to a string
-- before
CREATE TABLE t (id INT PRIMARY KEY, c FLOAT, d DOUBLE);
-- rows
INSERT INTO t VALUES (1, 0.1, 1e20), (2, 1e10, 1e-7);
-- statement
ALTER TABLE t MODIFY c VARCHAR(40), MODIFY d VARCHAR(40)
-- result
COPY_AGAIN

==== replace a database
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE OR REPLACE DATABASE gf_definitions
-- result
hold

==== a database's comment
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER DATABASE gf_definitions COMMENT = 'x'
-- result
hold

==== a table as a query
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE TABLE n AS SELECT id, a FROM t
-- result
copy again

==== replace a table as a query
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
CREATE TABLE n (z INT);
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
CREATE OR REPLACE TABLE n AS SELECT id, a FROM t
-- result
hold

==== a table like another
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT CHECK (a > 0), b VARCHAR(20) DEFAULT (CONCAT('x', 'y')), KEY k (a DESC));
-- rows
INSERT INTO t (id) VALUES (1);
-- statement
CREATE TABLE n LIKE t
-- result
followed

==== a blob's default
-- before
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20));
-- rows
INSERT INTO t VALUES (1, 10, 'x'), (2, NULL, 'y');
-- statement
ALTER TABLE t ADD d BLOB DEFAULT 'bytes'
-- result
copy again
