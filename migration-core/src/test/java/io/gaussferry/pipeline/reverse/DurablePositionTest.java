package io.gaussferry.pipeline.reverse;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The target removes its log up to the returned position, so MySQL must not be able to lose it. */
class DurablePositionTest {

    private static final long SECOND = 1_000_000_000;

    private final ScriptedConnection mysql = new ScriptedConnection();
    private final List<Long> seen = new ArrayList<>();
    private long now;
    private final DurablePosition position = new DurablePosition("p", mysql.connection(), 100, seen::add, () -> now);

    private void mysqlHas(long offset) {
        mysql.answer("FROM gaussferry.progress", row(1L, 7L, "log", offset, "uuid"));
    }

    @Test
    void doesNotConfirmWhatWasCommittedAMomentAgo() {
        mysqlHas(200);
        assertThat(position.getAsLong()).isEqualTo(100);
        now += 9 * SECOND;
        assertThat(position.getAsLong()).isEqualTo(100);
        assertThat(seen).containsExactly(200L, 200L);
    }

    @Test
    void confirmsWhatMySqlStillHasLater() {
        mysqlHas(200);
        long unused = position.getAsLong();
        now += 10 * SECOND;
        mysqlHas(300);
        assertThat(position.getAsLong()).isEqualTo(200);
    }

    /** The server may have crashed, and have lost its last commits. An idle target would not show that. */
    @Test
    void confirmsNothingWhileMySqlDoesNotAnswer() {
        mysqlHas(200);
        long unused = position.getAsLong();
        now += 10 * SECOND;
        mysql.fails("FROM gaussferry.progress", new SQLException("gone", "08S01"));
        assertThatThrownBy(position::getAsLong)
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY));
        mysqlHas(150);
        assertThat(position.getAsLong()).isEqualTo(100);
    }
}
