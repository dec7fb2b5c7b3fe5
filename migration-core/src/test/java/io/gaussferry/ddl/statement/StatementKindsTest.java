package io.gaussferry.ddl.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.DefinitionStatement.IrrelevantStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.UnparsedStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.Writing;
import io.gaussferry.ddl.statement.StatementKind.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that every statement kind of MySQL has the same outcome in each version. */
class StatementKindsTest {

    private static final List<Integer> VERSIONS = List.of(50722, 80033, 80400, 90704);

    /** The rest of a statement that the grammar has to parse. */
    private static final Map<String, String> REST = Map.ofEntries(
            Map.entry("ALTER DATABASE", "shop CHARACTER SET utf8mb4"),
            Map.entry("ALTER SCHEMA", "shop CHARACTER SET utf8mb4"),
            Map.entry("ALTER TABLE", "t ADD c INT"),
            Map.entry("CREATE DATABASE", "shop"),
            Map.entry("CREATE SCHEMA", "shop"),
            Map.entry("CREATE INDEX", "i ON t (c)"),
            Map.entry("CREATE TABLE", "t (c INT)"),
            Map.entry("DROP DATABASE", "shop"),
            Map.entry("DROP SCHEMA", "shop"),
            Map.entry("DROP INDEX", "i ON t"),
            Map.entry("DROP TABLE", "t"),
            Map.entry("DROP TABLES", "t"),
            Map.entry("OPTIMIZE", "TABLE t"),
            Map.entry("RENAME TABLE", "t TO u"),
            Map.entry("RENAME TABLES", "t TO u"),
            Map.entry("TRUNCATE", "TABLE t"));

    static Stream<StatementKind> kinds() {
        return StatementKinds.all().stream().filter(kind -> !kind.words().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void classifiesByFirstWords(StatementKind kind) {
        String statement = kind.text() + " " + REST.getOrDefault(kind.text(), "shop.thing $$ of any language $$");
        for (int version : VERSIONS) {
            assertThat(outcome(statement, version))
                    .as(statement + " in " + version)
                    .isEqualTo(kind.outcome());
        }
        assertThat(mayChange(statement)).as(statement).isEqualTo(affectsTables(kind.outcome()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CREATE DEFINER=`view`@`%` TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET @a = 1      | OBJECT
            CREATE DEFINER = table@localhost PROCEDURE p() SELECT 1                           | OBJECT
            CREATE DEFINER = CURRENT_USER() EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT 1       | OBJECT
            CREATE OR REPLACE ALGORITHM = MERGE DEFINER=`a`@`b` SQL SECURITY INVOKER VIEW v AS TABLE t | OBJECT
            ALTER ALGORITHM=UNDEFINED VIEW v AS SELECT 1                                      | OBJECT
            CREATE OR REPLACE JSON RELATIONAL DUALITY VIEW v AS SELECT 1                      | OBJECT
            CREATE OR REPLACE SPATIAL REFERENCE SYSTEM 4120 NAME 'x' DEFINITION 'y'           | NOTHING
            CREATE SPATIAL INDEX i ON t (g)                                                   | FOLLOWED
            CREATE FULLTEXT INDEX i ON t (g)                                                  | FOLLOWED
            CREATE UNIQUE INDEX i ON t (g)                                                    | FOLLOWED
            CREATE AGGREGATE FUNCTION f RETURNS INT SONAME 'x.so'                             | OBJECT
            CREATE TEMPORARY TABLE t (a INT)                                                  | NOTHING
            /*!50003 CREATE*/ /*!50017 DEFINER=`r`@`%`*/ /*!50003 TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET @a = 1 */ | OBJECT
            CREATE EXTERNAL TABLE t (a INT)                                                   | HELD
            CREATE SOMETHING t (TABLE a)                                                      | HELD
            """)
    void ignoresModifiers(String statement, Outcome outcome) {
        assertThat(outcome(statement, 90704)).isEqualTo(outcome);
        assertThat(mayChange(statement)).isEqualTo(affectsTables(outcome));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE LIBRARY IF NOT EXISTS shop.lib LANGUAGE JAVASCRIPT AS $$ 1 $$", "DROP LIBRARY lib"})
    void namesObjectForTheCutover(String statement) {
        assertThat(((IrrelevantStatement) parse(statement, 90704)).object()).isEqualTo("library shop.lib");
    }

    private static Outcome outcome(String statement, int version) {
        DefinitionStatement parsed = parse(statement, version);
        if (parsed instanceof IrrelevantStatement rowless) {
            return rowless.object() == null ? Outcome.NOTHING : Outcome.OBJECT;
        }
        if (parsed instanceof Writing) {
            return Outcome.ROWS;
        }
        return parsed instanceof UnparsedStatement ? Outcome.HELD : Outcome.FOLLOWED;
    }

    private static DefinitionStatement parse(String statement, int version) {
        return StatementParser.parse(UnreservedNamesTest.context(statement, version));
    }

    private static boolean affectsTables(Outcome outcome) {
        return outcome != Outcome.NOTHING && outcome != Outcome.OBJECT;
    }

    private static boolean mayChange(String statement) {
        return parse(statement, 90704)
                .mayChange(
                        "shop",
                        List.of(),
                        "shop"::equals,
                        table -> table.schema().equals("shop"));
    }
}
