package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One daemon writes: its statements find rows only as long as these carry its epoch. */
class OwnershipTest {

    private final ScriptedConnection target = new ScriptedConnection();
    private final Ownership ownership = new Ownership("shop", 7);

    /** A way to prove the ownership. */
    private interface Proof {
        void in(Connection connection) throws SQLException;
    }

    @Test
    void findsOwnRowsOnly() throws SQLException {
        target.answer("FROM gaussferry.progress", row(1));
        for (Proof proof : proofs()) {
            proof.in(target.connection());
        }
        assertThat(target.executed())
                .hasSize(3)
                .allSatisfy(sql -> assertThat(sql)
                        .contains("WHERE pipeline = ?")
                        .contains("epoch = ?")
                        .endsWith("[shop, 7]"));
    }

    @Test
    void failsAfterTakeover() {
        target.updates("UPDATE", 0);
        for (Proof proof : proofs()) {
            assertThatThrownBy(() -> proof.in(target.connection()))
                    .isInstanceOf(FencedException.class)
                    .hasMessageContaining("Another daemon has taken over pipeline \"shop\" (this one held epoch 7)");
        }
    }

    /** The first row is locked, and the others stay free for the appliers. */
    @Test
    void preventsTakeoverByLock() throws SQLException {
        target.answer("FROM gaussferry.progress", row(1));
        ownership.require(target.connection());
        ownership.hold(target.connection());
        assertThat(OwnershipProof.of(ownership).hold(target.connection())).isEqualTo(ownership);
        assertThat(target.executed().get(0)).doesNotContain("FOR UPDATE");
        assertThat(target.executed().get(1)).startsWith("UPDATE").doesNotContain("applier");
        assertThat(target.executed().get(2)).contains("applier = 0").contains("FOR UPDATE");
    }

    /** Commits of the run that waited for no disk and no standby may be lost there. */
    @Test
    void failsOnOtherOrRestartedServer() throws SQLException {
        target.answer("pg_postmaster_start_time", row(1_700_000_000_000_001L));
        Ownership here = ownership.on(target.connection());
        assertThat(here.server()).isEqualTo(1_700_000_000_000_001L);
        here.hold(target.connection());
        here.holdSingleRow(target.connection());
        ScriptedConnection other = new ScriptedConnection();
        other.answer("pg_postmaster_start_time", row(1_700_000_000_000_002L));
        Proof[] proofs = {here::hold, here::holdSingleRow};
        for (Proof proof : proofs) {
            assertThatThrownBy(() -> proof.in(other.connection()))
                    .isInstanceOfSatisfying(GaussferryException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.TARGET_REPLACED);
                        assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY);
                    });
        }
        ownership.hold(other.connection());
    }

    /** The takeover itself was lost by a failover: no other daemon has the pipeline. */
    @Test
    void isReplacedIfTargetHasEarlierEpoch() throws SQLException {
        target.updates("UPDATE", 0);
        target.answer("SELECT max(epoch)", row(6));
        for (Proof proof : proofs()) {
            assertThatThrownBy(() -> proof.in(target.connection()))
                    .isInstanceOfSatisfying(
                            GaussferryException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TARGET_REPLACED));
        }
    }

    /** Another daemon may have had the next epoch, which the target has lost, too. */
    @Test
    void skipsNextEpochAfterLoss() {
        for (int i = 0; i < 100; i++) {
            assertThat(ownership.epochAfterLoss()).isBetween(9L, 1_008L);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void requiresExactlyOneUpdatedRow(int rows) {
        assertThatThrownBy(() -> ownership.requireUpdated(rows)).isInstanceOf(FencedException.class);
        assertThatCode(() -> ownership.requireUpdated(1)).doesNotThrowAnyException();
    }

    /** The answer to the commit may be lost: the epoch in force is then the one before, or the next by this transaction. */
    @Test
    void assumesFormerEpochUntilCommitted() throws SQLException {
        target.answer("txid_current()", row(4_711));
        assertThat(ownership.untilCommitted(target.connection())).isEqualTo(new Ownership("shop", 6, 4_711));
    }

    /** A row stores the lower 32 bits of a transaction's id; no transaction has the id -1. */
    @ParameterizedTest
    @CsvSource({"0, -1", "471, 471", "4294967295, 4294967295", "4294967299, 3"})
    void recognizesRowsOfOwnTransaction(long raisedBy, long inRow) throws SQLException {
        assertThat(Ownership.IS_HELD.chars().filter(character -> character == '?'))
                .hasSize(3);
        try (PreparedStatement statement = target.connection().prepareStatement(Ownership.IS_HELD)) {
            statement.setString(1, "before");
            assertThat(new Ownership("shop", 7, raisedBy).setHeld(statement, 2)).isEqualTo(5);
            statement.executeUpdate();
        }
        assertThat(target.executed().get(0)).endsWith("[before, 7, 7, " + inRow + "]");
    }

    private Proof[] proofs() {
        return new Proof[] {ownership::require, ownership::hold, ownership::holdSingleRow};
    }
}
