package io.gaussferry.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/** Verifies names that are only replicated if each of them is quoted everywhere. */
class NamesIT {

    @Test
    void replicatesNamesThatNeedQuoting() throws Exception {
        try (Migration migration = Migration.of("Gf E2E-Names")) {
            migration.source(
                    "CREATE TABLE `Order` (`Id` INT PRIMARY KEY, `select` VARCHAR(20), `my column` INT, `quo\"te` INT,"
                            + " `back``tick` INT, `o'clock` INT, `größe` INT, `a.b` INT, `user` INT,"
                            + " UNIQUE KEY `my \"unique\" key` (`my column`, `quo\"te`), KEY `Key` (`select`))",
                    "CREATE TABLE `my \"table\"` (`key` VARCHAR(20) NOT NULL, `group` INT, PRIMARY KEY (`key`))",
                    "CREATE TABLE `no``key` (`table` VARCHAR(20), `Ctid?` INT, `$1` INT)",
                    "INSERT INTO `Order` VALUES (1, 'a', 1, 1, 1, 1, 1, 1, 1)",
                    "INSERT INTO `my \"table\"` VALUES ('a', 1)",
                    "INSERT INTO `no``key` VALUES ('a', 1, 1), ('a', 1, 1)");
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "INSERT INTO `Order` SELECT MAX(`Id`) + 1, 'b', MAX(`Id`) + 1, 2, 2, 2, 2, 2, 2 FROM `Order`",
                    "UPDATE `Order` SET `select` = 'c', `quo\"te` = `quo\"te` + 1, `back``tick` = 3, `o'clock` = 3, `größe` = 3,"
                            + " `a.b` = 3, `user` = 3 WHERE `Id` = 1",
                    "UPDATE `my \"table\"` SET `key` = CONCAT(`key`, 'b'), `group` = `group` + 1",
                    "INSERT INTO `my \"table\"` VALUES ('z', 1)",
                    "DELETE FROM `my \"table\"` WHERE `key` = 'z'",
                    "UPDATE `no``key` SET `table` = CONCAT(`table`, '!') LIMIT 1",
                    "INSERT INTO `no``key` VALUES ('b', 1, 1), ('b', 1, 1)",
                    "DELETE FROM `no``key` WHERE `table` = 'b' LIMIT 1"));
        }
    }

    /** Guards {@code ExactNames}: the {@code information_schema} of MySQL 5.7 treats their names, and those of their keys, as equal. */
    @Test
    void distinguishesTablesByCaseOfName() throws Exception {
        assumeTrue(
                Servers.source().value("SELECT @@lower_case_table_names").equals("0"), "the server takes them for one");
        try (Migration migration = Migration.of("gf_e2e_names")) {
            migration.source(
                    "CREATE TABLE T (A INT PRIMARY KEY, above INT, CONSTRAINT upper_key FOREIGN KEY (above)"
                            + " REFERENCES T (A) ON DELETE CASCADE)",
                    "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(9), up INT, CONSTRAINT lower_key FOREIGN KEY (up)"
                            + " REFERENCES t (id))",
                    "INSERT INTO T VALUES (1, NULL), (2, 1)",
                    "INSERT INTO t VALUES (1, 'one', NULL), (2, 'two', 1)");
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "INSERT INTO T SELECT MAX(A) + 1, 1 FROM T", "INSERT INTO t SELECT MAX(id) + 1, 'more', 1 FROM t"));
        }
    }
}
