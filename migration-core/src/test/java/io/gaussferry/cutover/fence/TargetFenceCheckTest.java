package io.gaussferry.cutover.fence;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each gap in the fence on the target is a side that takes writes unnoticed. */
class TargetFenceCheckTest {

    private final ScriptedConnection target = new ScriptedConnection();
    private final TargetFenceCheck check = new TargetFenceCheck("shop");

    TargetFenceCheckTest() {
        function("100", "100");
        triggers(trigger("1", "s.a", "A", false), trigger("1", "s.a", "A", false));
    }

    private void function(@Nullable String writer, @Nullable String ofComment) {
        target.answer("pg_catalog.pg_description", row(writer, ofComment));
    }

    @SafeVarargs
    private void triggers(List<@Nullable Object>... rows) {
        target.answer("FROM pg_catalog.pg_trigger", rows);
    }

    private static List<@Nullable Object> trigger(String oid, String table, String enabled, boolean isChanged) {
        return row(oid, table, enabled, isChanged);
    }

    private List<String> gaps() throws SQLException {
        return check.gaps(target.connection());
    }

    @Test
    void findsNoGapInRaisedFence() throws SQLException {
        assertThat(gaps()).isEmpty();
    }

    @Test
    void findsRemovedFence() throws SQLException {
        target.answer("pg_catalog.pg_description");
        assertThat(gaps()).containsExactly("the fence was removed");
    }

    @Test
    void findsReplacedFunction() throws SQLException {
        function("101", "100");
        assertThat(gaps()).containsExactly("the function of the fence was replaced");
    }

    @Test
    void findsFunctionWithoutComment() throws SQLException {
        function("100", null);
        assertThat(gaps()).containsExactly("the function of the fence was replaced");
    }

    /** A vacuum has replaced one of both numbers. */
    @Test
    void acceptsNumbersThatVacuumHasReplaced() throws SQLException {
        function("2", "100");
        assertThat(gaps()).isEmpty();
        function("100", "2");
        assertThat(gaps()).isEmpty();
    }

    /** O is disabled for sessions of replication, D and R for all others. */
    @Test
    void findsDisabledTriggers() throws SQLException {
        for (String enabled : List.of("O", "D", "R")) {
            triggers(trigger("1", "s.a", "A", false), trigger("1", "s.a", enabled, false));
            assertThat(gaps()).as(enabled).containsExactly("the triggers of s.a are disabled or dropped");
        }
    }

    /** One trigger is for rows, one for TRUNCATE. */
    @Test
    void findsOneDroppedTrigger() throws SQLException {
        triggers(trigger("1", "s.a", "A", false));
        assertThat(gaps()).containsExactly("the triggers of s.a are disabled or dropped");
    }

    @Test
    void findsTableThatLostBothTriggers() throws SQLException {
        triggers(
                trigger("1", "s.a", "A", false),
                trigger("1", "s.a", "A", false),
                trigger("2", "s.b", "A", false),
                trigger("2", "s.b", "A", false));
        assertThat(gaps()).isEmpty();
        triggers(trigger("1", "s.a", "A", false), trigger("1", "s.a", "A", false));
        target.answer("WHERE oid::text = ? [2]", row(1));
        assertThat(gaps()).containsExactly("the triggers of s.b are disabled or dropped");
        assertThat(gaps()).as("it is reported again").hasSize(1);
    }

    @Test
    void ignoresDroppedTable() throws SQLException {
        assertThat(gaps()).isEmpty();
        triggers();
        assertThat(gaps()).isEmpty();
    }

    @Test
    void findsTriggersThatWereWrittenLater() throws SQLException {
        triggers(trigger("1", "s.a", "A", true), trigger("1", "s.a", "A", false));
        assertThat(gaps()).containsExactly("the triggers of s.a were changed after the fence was raised");
    }

    @Test
    void namesEachTableOnceInOrder() throws SQLException {
        triggers(
                trigger("2", "s.b", "D", false),
                trigger("2", "s.b", "D", false),
                trigger("1", "s.a", "D", false),
                trigger("1", "s.a", "D", false));
        assertThat(gaps()).containsExactly("the triggers of s.a, s.b are disabled or dropped");
    }
}
