package io.gaussferry.verify;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.verify.compare.ReplayedDefinitions;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ReportedTables;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A table must be compared with the definitions that both sides had, or be reported as undecided: never as equal without a comparison. */
class ComparisonRoundTest {

    private static final TableId T = new TableId("s", "t");
    private static final TableId LOG = new TableId("s", "log");

    private final TableDefinition table = table("t", "t", 2);
    private final TableDefinition october = table("log_10", "log", 2);
    private final TableDefinition november = table("log_11", "log", 2);
    private final ScriptedConnection target = new ScriptedConnection();
    private final Tally tally = new Tally(10);

    @Test
    void findsNoChange() throws SQLException {
        assertThat(changed(round(table, october, november), table, october, november))
                .isEmpty();
    }

    @Test
    void findsAlteredAndDroppedTables() throws SQLException {
        assertThat(changed(round(table), table("t", "t", 3))).containsExactly(T);
        assertThat(changed(round(table))).containsExactly(T);
    }

    /** Its rows would appear as extra rows of the merged table. */
    @Test
    void findsTableThatIsMergedSince() throws SQLException {
        TableDefinition december = table("log_12", "log", 2);
        assertThat(changed(round(october, november), october, november, december))
                .containsExactly(LOG);
        assertThat(changed(round(october, november), october)).containsExactly(LOG);
    }

    @Test
    void findsTableThatReplayHasNotReached() throws SQLException {
        ComparisonRound round = round(Map.of(T, text(table("t", "t", 3))), table);
        assertThat(changed(round, table)).containsExactly(T);
    }

    @Test
    void recognizesIncorrectlyDerivedDefinition() {
        Map<TableId, String> other = Map.of(T, text(table("t", "t", 3)));
        ComparisonRound round = round(other, table);
        assertThat(round.isDerivedIncorrectly(round(other, table), T)).isTrue();
        assertThat(round(table).isDerivedIncorrectly(round(table), T))
                .as("no difference")
                .isFalse();
        assertThat(round.isDerivedIncorrectly(round(table), T))
                .as("replay has changed it")
                .isFalse();
        assertThat(round.isDerivedIncorrectly(round(other, table("t", "t", 4)), T))
                .as("the source has changed it")
                .isFalse();
        assertThat(round.isDerivedIncorrectly(round(other, table), LOG))
                .as("unknown")
                .isFalse();
    }

    @Test
    void doesNotCompareTableThatReplayHasNotReached() throws SQLException {
        comparable(round(Map.of(), table));
        assertThat(outcome(T).undecided()).contains("replay has not reached");
    }

    @Test
    void doesNotCompareMergedTablesWithOtherColumns() throws SQLException {
        comparable(round(october, table("log_11", "log", 3)));
        assertThat(outcome(LOG).undecided()).contains("different columns");
    }

    /** Replay skips such a table. Without rows and without differences it would appear as equal. */
    @Test
    void doesNotCompareTablesThatAreBeingCopied() throws SQLException {
        for (State state : List.of(State.DUE, State.COPYING, State.FAILED, State.JOINED)) {
            copies(state, "log_11");
            Tally another = new Tally(10);
            TablesBeingCopied copied = new TablesBeingCopied("p", target.connection());
            assertThat(round(october, november)
                            .comparable(Set.of(LOG), target.connection(), IntTable.CONVERSION, copied, another))
                    .isEmpty();
            assertThat(another.outcomes()).singleElement().satisfies(outcome -> {
                assertThat(outcome.table()).isEqualTo(LOG);
                assertThat(outcome.undecided()).contains("copied");
            });
        }
    }

    /** The copy of one of the merged tables makes the result of all of them void. */
    @Test
    void withdrawsResultIfMergedTableIsCopiedMeanwhile() throws SQLException {
        TablesBeingCopied copied = new TablesBeingCopied("p", target.connection());
        round(Map.of(), october, november)
                .comparable(Set.of(LOG), target.connection(), IntTable.CONVERSION, copied, tally);
        tally.compared(LOG, 7);
        copies(State.DONE, "log_11");
        copied.end(target.connection(), tally);
        assertThat(outcome(LOG).undecided()).contains("copied");
        assertThat(outcome(LOG).rows()).isZero();
    }

    private void comparable(ComparisonRound round) throws SQLException {
        TablesBeingCopied copied = new TablesBeingCopied("p", target.connection());
        assertThat(round.comparable(round.groups().keySet(), target.connection(), IntTable.CONVERSION, copied, tally))
                .isEmpty();
    }

    private TableOutcome outcome(TableId id) {
        return tally.outcomes().stream()
                .filter(outcome -> outcome.table().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private void copies(State state, String name) {
        target.tables("table_copy")
                .answer(
                        "FROM gaussferry.table_copy",
                        row("s", name, state.name(), "", "", Instant.EPOCH, Instant.EPOCH));
    }

    private Set<TableId> changed(ComparisonRound round, TableDefinition... today) throws SQLException {
        return round.changed(new HashSet<>(round.groups().keySet()), List.of(today), target.connection());
    }

    private ComparisonRound round(TableDefinition... tables) {
        Map<TableId, String> stored = new HashMap<>();
        for (TableDefinition one : tables) {
            stored.put(one.id(), text(one));
        }
        return round(stored, tables);
    }

    private static ComparisonRound round(Map<TableId, String> stored, TableDefinition... tables) {
        return new ComparisonRound(
                settings(), ReportedTables.group(List.of(tables)), new ReplayedDefinitions("p", stored, Set.of()));
    }

    private static TableDefinition table(String name, String onTarget, int columns) {
        return new IntTable(name, onTarget, columns, List.of(List.of(0)))
                .version()
                .definition();
    }

    private static String text(TableDefinition table) {
        return TableDefinitionFormat.write(table);
    }

    private static VerifySettings settings() {
        return new VerifySettings(
                "p",
                new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT),
                new TargetSettings("jdbc:opengauss://h/d", "u", "p", ForeignKeyPolicy.CREATE, Duration.ofSeconds(1)),
                RuleBook.of(ConversionRules.defaults()),
                List.of(),
                false,
                false,
                1,
                100,
                100,
                1);
    }
}
