package io.gaussferry.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.pipeline.run.RunSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.testing.IntTable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plan of a statement in the binlog: what is not understood is held, and never ends replication as a defect. */
class StatementPlansTest {

    private static final List<String> WORDS = List.of(
            "ALTER",
            "TABLE",
            "CREATE",
            "DROP",
            "RENAME",
            "TRUNCATE",
            "DATABASE",
            "INDEX",
            "UNIQUE",
            "PRIMARY",
            "KEY",
            "FOREIGN",
            "REFERENCES",
            "CONSTRAINT",
            "CHECK",
            "COLUMN",
            "ADD",
            "MODIFY",
            "CHANGE",
            "TO",
            "AS",
            "SELECT",
            "LIKE",
            "IF",
            "NOT",
            "EXISTS",
            "NULL",
            "DEFAULT",
            "COMMENT",
            "FIRST",
            "AFTER",
            "ENGINE",
            "PARTITION",
            "BY",
            "HASH",
            "RANGE",
            "VALUES",
            "LESS",
            "THAN",
            "(",
            ")",
            ",",
            ";",
            "=",
            ".",
            "*",
            "@",
            "'",
            "'x'",
            "\"",
            "`",
            "`t`",
            "`s`.`t`",
            "s.t",
            "t",
            "c0",
            "c9",
            "int",
            "varchar",
            "(10)",
            "enum('a')",
            "decimal(65,30)",
            "/*",
            "*/",
            "/*!80000",
            "--",
            "\n",
            "#",
            "\\",
            "-1",
            "0x",
            "1e",
            "_utf8mb4",
            "\u0000",
            "€",
            "ON",
            "DELETE",
            "CASCADE",
            "SET",
            "COLLATE",
            "CHARACTER",
            "GENERATED",
            "ALWAYS",
            "VIRTUAL",
            "INVISIBLE",
            "AUTO_INCREMENT",
            "ANALYZE",
            "EXCHANGE",
            "TEMPORARY",
            "OR",
            "REPLACE");

    private static final TableDefinition TABLE = table();

    private static TableDefinition table() {
        TableDefinition table =
                new IntTable("t", 3, List.of(List.of(0))).version().definition();
        TableExtras extras = new TableExtras("", "utf8mb4_bin", null, Map.of(), List.of(), List.of(), Map.of());
        return new TableDefinition(table.id(), table.columns(), table.indexes(), extras);
    }

    private final PipelineSettings settings = RunSettings.with(ForeignKeyPolicy.CREATE);
    private final StoredDefinitions stored =
            new StoredDefinitions(Map.of(TABLE.id(), TABLE), Map.of("s", "utf8mb4_bin"));

    private StatementPlans plans(String... done) {
        return new StatementPlans(
                settings,
                new Conversion(Columns.POSTGRES, ConversionRules.defaults()),
                new TableCatalog(settings.source(), List.of(TABLE)),
                false,
                stored,
                Set.of(done));
    }

    private static LoggedStatement statement(String sql) {
        return new LoggedStatement(
                StatementContext.ofStored("s", sql, 0, 80033),
                Gtid.ofCaptureSequence(7),
                new BinlogPosition("binlog.000001", 4),
                0,
                false);
    }

    @RepeatedTest(2_000)
    void plansAnyText(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        String first = List.of(
                        "ALTER TABLE t ", "CREATE TABLE n (", "CREATE TABLE n ", "DROP TABLE ", "RENAME TABLE ", "")
                .get(random.nextInt(6));
        String sql = first
                + random.ints(1 + random.nextInt(12), 0, WORDS.size())
                        .mapToObj(WORDS::get)
                        .collect(Collectors.joining(random.nextInt(5) == 0 ? "" : " "));
        assertThatCode(() -> plans().plan(statement(sql), stored))
                .as("seed %s: %s", repetition.getCurrentRepetition(), sql)
                .doesNotThrowAnyException();
    }

    /** A statement that may pass is not executed on the target: it must concern no replicated table. */
    @ParameterizedTest
    @ValueSource(
            strings = {"ALTER TABLE t ADD c9 int", "DROP TABLE t", "TRUNCATE t", "RENAME TABLE t TO u", "garbage t"})
    void doesNotPassStatementsOfReplicatedTable(String sql) {
        assertThat(plans().mayPass(statement(sql), Set.of())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP TABLE other.x", "CREATE USER u", "FLUSH TABLES", "ANALYZE TABLE t"})
    void passesStatementsThatConcernNoReplicatedTable(String sql) {
        assertThat(plans().mayPass(statement(sql), Set.of())).isTrue();
    }

    /** The target has followed it, and lacks only the rows after it in its transaction. */
    @Test
    void passesStatementThatWasFollowed() {
        LoggedStatement statement = statement("ALTER TABLE t ADD c9 int");
        assertThat(plans(statement.gtid().toString()).mayPass(statement, Set.of()))
                .isTrue();
    }

    @Test
    void followsStatement() {
        assertThat(plans().plan(statement("ALTER TABLE t ADD c9 int"), stored))
                .isInstanceOf(DefinitionPlan.Follow.class);
    }

    /** MySQL writes question marks instead, so that the table has another name than the statement. */
    @Test
    void holdsStatementWithUnreadableName() {
        DefinitionPlan plan = plans().plan(statement("CREATE TABLE `\uFFFDx` (id INT PRIMARY KEY)"), stored);
        assertThat(plan)
                .isInstanceOfSatisfying(
                        DefinitionPlan.Hold.class,
                        hold -> assertThat(hold.reason()).contains("question marks"));
    }

    /** All fields of a statement's session that change its meaning survive until an operator decides. */
    @RepeatedTest(50)
    void contextSurvivesStorage(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        StatementContext context = new StatementContext(
                "s",
                "ALTER TABLE t …",
                random.nextLong(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean() ? "latin1_swedish_ci" : null,
                random.nextBoolean() ? "utf8mb4_0900_ai_ci" : null,
                random.nextBoolean() ? "utf8mb4_general_ci" : null,
                random.nextBoolean()
                        ? Instant.ofEpochSecond(random.nextInt(), 1_000L * random.nextInt(1_000_000))
                        : null,
                random.nextBoolean() ? ZoneOffset.ofTotalSeconds(60 * (random.nextInt(1_440) - 720)) : null,
                random.nextInt(100_000));
        boolean rowsFollow = random.nextBoolean();
        String written = StatementContextFormat.write(context, rowsFollow);
        assertThat(StatementContextFormat.read("s", "ALTER TABLE t …", written))
                .as("seed %s", repetition.getCurrentRepetition())
                .isEqualTo(context);
        assertThat(StatementContextFormat.rowsFollow(written)).isEqualTo(rowsFollow);
    }

    @Test
    void definitionsOfOtherPipelinesAreUnknown() {
        assertThat(stored.find(TABLE.id())).contains(TABLE);
        assertThat(stored.without(Set.of(TABLE.id())).find(TABLE.id())).isEmpty();
        assertThat(stored.without(Set.of(new TableId("s", "x"))).definitions()).containsExactly(TABLE);
        assertThat(stored.collationOf("s")).contains("utf8mb4_bin");
        assertThat(stored.collationOf("x")).isEmpty();
    }
}
