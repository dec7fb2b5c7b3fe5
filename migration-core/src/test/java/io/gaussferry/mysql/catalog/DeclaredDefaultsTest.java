package io.gaussferry.mysql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Output of MySQL 8.0.33. */
class DeclaredDefaultsTest {

    @Test
    void readsLiteralsAndExpressions() {
        String table = """
                CREATE TABLE `x DEFAULT 'no'` (
                  `id` int NOT NULL AUTO_INCREMENT,
                  `it's` varchar(20) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL DEFAULT 'it''s \\n DEFAULT' COMMENT 'c',
                  `x``y` enum('a DEFAULT ','it''s','\\\\') DEFAULT '\\\\',
                  `n` decimal(8,2) DEFAULT '-1.50',
                  `e` text DEFAULT (concat(_utf8mb4')',`a)b`,char(40))),
                  `i` int DEFAULT ((1 + 1)) /*!80023 INVISIBLE */,
                  `b` bit(3) DEFAULT b'101',
                  `t` timestamp(3) NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
                  `g` varchar(9) GENERATED ALWAYS AS (concat(' DEFAULT ',`n`)) VIRTUAL,
                  `c` int COMMENT ' DEFAULT 1',
                  `last` varbinary(9) NOT NULL DEFAULT 'A ',
                  KEY `k` (`c`)
                ) ENGINE=InnoDB COMMENT='  `z` int DEFAULT 1'""";
        assertThat(DeclaredDefaults.of(table))
                .isEqualTo(Map.of(
                        "it's",
                        "'it''s \\n DEFAULT'",
                        "x`y",
                        "'\\\\'",
                        "n",
                        "'-1.50'",
                        "e",
                        "(concat(_utf8mb4')',`a)b`,char(40)))",
                        "i",
                        "((1 + 1))",
                        "b",
                        "b",
                        "t",
                        "CURRENT_TIMESTAMP",
                        "last",
                        "'A '"));
    }

    @Test
    void endsWithAnUnfinishedLine() {
        assertThat(DeclaredDefaults.of(
                        "(\n  `a\n  `b` int DEFAULT\n  `c` int DEFAULT \n  `d` x DEFAULT 'a\\\n  `e` DEFAULT (a"))
                .containsEntry("d", "'a\\")
                .containsEntry("e", "(a");
    }
}
