package io.gaussferry.cutover.fence;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.fence.FenceRegistry.Entry;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A server may be fenced for several pipelines: the first to end must not open it while another one needs it closed. */
class FenceRegistryTest {

    private static final FenceOwner OWN = new FenceOwner("shop", "c1");
    private static final FenceOwner OTHER = new FenceOwner("crm", "c2");

    private final ScriptedConnection source = new ScriptedConnection()
            .answer("information_schema.tables", row(1))
            .answer("super_read_only", row(0))
            .answer(
                    "FROM gaussferry.fence WHERE kind",
                    row("crm", "c2", "read_only=0\n", 1),
                    row("shop", "c1", "read_only=1\n", 0));
    private final FenceRegistry registry = registry(true);

    private static FenceRegistry registry(boolean isLogged) {
        SourceSettings settings =
                new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT);
        return new FenceRegistry(new SourceLink(settings, () -> "h"), "READ_ONLY", isLogged);
    }

    @Test
    void distinguishesOwnersByAttempt() throws SQLException {
        assertThat(registry.own(source.connection(), OWN)).contains(new Entry(OWN, Map.of("read_only", "1"), false));
        assertThat(registry.others(source.connection(), OWN))
                .containsExactly(new Entry(OTHER, Map.of("read_only", "0"), true));
        FenceOwner sameName = new FenceOwner("shop", "c3");
        assertThat(registry.own(source.connection(), sameName)).isEmpty();
        assertThat(registry.others(source.connection(), sameName)).hasSize(2);
    }

    @Test
    void hasNoOwnersBeforeTheFirstFence() throws SQLException {
        source.answer("information_schema.tables");
        assertThat(registry.own(source.connection(), OWN)).isEmpty();
        assertThat(registry.others(source.connection(), OWN)).isEmpty();
        registry.requireNoKinds(source.connection(), OWN, Set.of("LOCKED_ACCOUNTS"));
        registry.unregister(source.connection(), OWN);
        assertThat(source.changes()).isEmpty();
    }

    @Test
    void storesChangedEntryOnly() throws SQLException {
        registry.register(source.connection(), OWN, Map.of("read_only", "1"), false);
        assertThat(source.changes()).isEmpty();
        registry.register(source.connection(), OWN, Map.of("read_only", "1"), true);
        registry.register(source.connection(), OWN, Map.of("read_only", "0"), false);
        assertThat(source.changes())
                .hasSize(2)
                .allMatch(sql -> sql.startsWith("INSERT INTO gaussferry.fence"))
                .first()
                .asString()
                .endsWith("[c1, shop, READ_ONLY, read_only=1\n, 1]");
    }

    @Test
    void deletesOwnEntryOnly() throws SQLException {
        registry.unregister(source.connection(), new FenceOwner("shop", "c3"));
        assertThat(source.changes()).isEmpty();
        registry.unregister(source.connection(), OWN);
        assertThat(source.changes()).containsExactly("DELETE FROM gaussferry.fence WHERE cutover = ? [c1]");
    }

    @Test
    void refusesOtherMethodOnSameServer() throws SQLException {
        source.answer("WHERE cutover <> ?", row("crm", "LOCKED_ACCOUNTS"), row("hr", "READ_ONLY"));
        registry.requireNoKinds(source.connection(), OWN, Set.of("TABLES"));
        assertThatThrownBy(() -> registry.requireNoKinds(source.connection(), OWN, Set.of("LOCKED_ACCOUNTS")))
                .isInstanceOfSatisfying(GaussferryException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.FENCES_DIFFER);
                    assertThat(refusal.problem())
                            .contains("crm (LOCKED_ACCOUNTS)")
                            .doesNotContain("hr");
                });
    }

    @Test
    void liftsFenceOfOtherPipelineForOneWrite() throws SQLException {
        source.answer("super_read_only", row(1));
        registry.write(
                source.connection(), () -> source.connection().createStatement().execute("WRITE"));
        assertThat(source.executed())
                .containsExactly(
                        "SELECT VERSION()",
                        "SELECT @@GLOBAL.super_read_only",
                        "SET GLOBAL super_read_only = OFF",
                        "WRITE",
                        "SET GLOBAL super_read_only = ON");
    }

    @Test
    void restoresFenceAfterFailedWrite() {
        source.answer("super_read_only", row(1));
        SQLException failure = new SQLException("disk full", "HY000", 1021);
        assertThatThrownBy(() -> registry.write(source.connection(), () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(source.executed()).endsWith("SET GLOBAL super_read_only = ON");
    }

    @Test
    void changesNothingOfOpenServer() throws SQLException {
        registry.write(source.connection(), () -> {});
        assertThat(source.executed()).containsExactly("SELECT VERSION()", "SELECT @@GLOBAL.super_read_only");
    }

    /** A logged row would look like an unexpected write after the switch. */
    @Test
    void writesUnloggedKindWithoutBinlog() throws SQLException {
        registry(false).unregister(source.connection(), OWN);
        assertThat(source.executed())
                .containsSubsequence(
                        "SET SESSION sql_log_bin = 0",
                        "DELETE FROM gaussferry.fence WHERE cutover = ? [c1]",
                        "SET SESSION sql_log_bin = 1");
        assertThat(source.executed())
                .filteredOn(sql -> sql.contains("sql_log_bin"))
                .hasSize(2);
    }

    @Test
    void writesLoggedKindIntoBinlog() throws SQLException {
        registry.unregister(source.connection(), OWN);
        assertThat(source.executed()).noneMatch(sql -> sql.contains("sql_log_bin"));
    }
}
