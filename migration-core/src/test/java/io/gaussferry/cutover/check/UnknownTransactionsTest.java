package io.gaussferry.cutover.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownTransactionsTest {

    private static final String SERVER = "207fec46-ea6e-11f1-8915-02fc00000001:";

    /** A source whose position is another one each time it is read, and then remains the last one. */
    private record Source(Deque<String> positions) implements SourceSide {

        @Override
        public FencedPosition position() {
            String last = SERVER + "1-" + (positions.size() > 1 ? positions.remove() : positions.element());
            return new FencedPosition(last, new BinlogPosition("binlog.000001", 4));
        }

        @Override
        public List<String> preparedTransactions() {
            return List.of();
        }

        @Override
        public void exclusively(Action action) throws InterruptedException {
            action.run();
        }
    }

    private static GtidSet unknown(int onTarget, Duration patience, String... positions) throws InterruptedException {
        return UnknownTransactions.find(
                GtidSet.parse(SERVER + "1-" + onTarget), new Source(new ArrayDeque<>(List.of(positions))), patience);
    }

    @Test
    void waitsForTransactionsThatTheSourceIsStillCommitting() throws InterruptedException {
        assertThat(unknown(12, Duration.ofMinutes(1), "10", "10", "11", "12").isEmpty())
                .isTrue();
    }

    @Test
    void reportsTransactionsThatTheSourceDoesNotCommit() throws InterruptedException {
        assertThat(unknown(12, Duration.ZERO, "10").toString()).isEqualTo(SERVER + "11-12");
    }

    @Test
    void ignoresTransactionsThatOnlyTheSourceHas() throws InterruptedException {
        assertThat(unknown(12, Duration.ZERO, "15").isEmpty()).isTrue();
    }
}
