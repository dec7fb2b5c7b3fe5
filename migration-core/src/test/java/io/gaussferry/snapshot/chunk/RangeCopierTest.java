package io.gaussferry.snapshot.chunk;

import static io.gaussferry.testing.ScriptedConnection.fake;
import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.RangeCopier.Copied;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;
import org.opengauss.copy.CopyManager;
import org.opengauss.core.BaseConnection;

/** A range is copied completely, or nothing of it: each row that is missing is reported, and nothing else fails silently. */
class RangeCopierTest {

    private final TableDefinition table =
            new IntTable("t", 2, List.of(List.of(0))).version().definition();
    private final ScriptedConnection source = new ScriptedConnection();
    private final RejectedValues rejected = new RejectedValues();
    private final Target target = new Target();

    @Test
    void copiesRows() throws Exception {
        source.answer("FROM `s`.`t`", row(1, null), row(2, 20));
        assertThat(copy(OptionalInt.empty())).map(Copied::rows).contains(2L);
        assertThat(target.received()).isEqualTo("1\t\\N\n2\t20\n");
        assertThat(target.cancelled).isZero();
    }

    @Test
    void copiesEmptyRange() throws Exception {
        assertThat(copy(OptionalInt.empty())).map(Copied::rows).contains(0L);
    }

    /** A trigger of the target has dropped a row. */
    @Test
    void refusesRangeOfWhichTargetStoresLess() {
        source.answer("FROM `s`.`t`", row(1, 10), row(2, 20));
        target.stored = 1;
        assertThatThrownBy(() -> copy(OptionalInt.empty()))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.ROWS_DROPPED))
                .hasMessageContaining("1 of 2 rows");
    }

    @Test
    void recordsRowThatTargetRejects() throws Exception {
        source.answer("FROM `s`.`t`", row(1, 10));
        target.failure = new SQLException("value too long", "22001");
        assertThat(copy(OptionalInt.empty())).isEmpty();
        assertThat(rejected.problems())
                .singleElement()
                .extracting(GaussferryException::code)
                .isEqualTo(ErrorCode.CHANGE_REFUSED);
        assertThat(rejected.tables()).containsExactly(table.id());
    }

    /** The copy is repeated: the row is not to blame. */
    @Test
    void reportsFailureThatMayPass() {
        source.answer("FROM `s`.`t`", row(1, 10));
        for (String state : List.of("08006", "53100", "40P01")) {
            target.failure = new SQLException("failure", state);
            assertThatThrownBy(() -> copy(OptionalInt.empty())).isSameAs(target.failure);
        }
        assertThat(rejected.problems()).isEmpty();
    }

    /** The target would store the next number instead of the 0. */
    @Test
    void stopsAtExplicitZero() {
        source.answer("FROM `s`.`t`", row(1, 10), row(0, 20));
        assertThatThrownBy(() -> copy(OptionalInt.of(0))).isInstanceOf(ExplicitZeroException.class);
        assertThat(target.cancelled).isEqualTo(1);
    }

    @Test
    void copiesZeroOfOtherColumns() throws Exception {
        source.answer("FROM `s`.`t`", row(10, 0));
        assertThat(copy(OptionalInt.of(0))).isPresent();
        assertThat(target.received()).isEqualTo("10\t0\n");
    }

    @Test
    void endsCopyIfSourceFails() {
        SQLException lost = new SQLException("Communications link failure", "08S01");
        source.fails("FROM `s`.`t`", lost);
        assertThatThrownBy(() -> copy(OptionalInt.empty())).isSameAs(lost);
        assertThat(target.received()).isEmpty();
    }

    private Optional<Copied> copy(OptionalInt counter) throws Exception {
        RangeCopier copier = new RangeCopier(
                source.connection(),
                target.connection(),
                IntTable.CONVERSION,
                new RowRateThrottler(0, () -> 0),
                rejected);
        return copier.copy(KeyOrder.ofSource(table), KeyRange.WHOLE, counter);
    }

    /** Receives rows, and answers as a test demands at their end. */
    private static final class Target {

        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private @Nullable SQLException failure;
        private long stored = -1;
        private boolean active;
        private int cancelled;

        private String received() {
            return received.toString(StandardCharsets.UTF_8);
        }

        private Connection connection() throws SQLException {
            CopyManager copies = new CopyManager(fake(BaseConnection.class, (self, method, arguments) -> null)) {
                @Override
                public CopyIn copyIn(String sql) {
                    active = true;
                    return copy();
                }
            };
            PGConnection driver = fake(PGConnection.class, (self, method, arguments) -> copies);
            return fake(Connection.class, (self, method, arguments) -> driver);
        }

        private CopyIn copy() {
            return fake(CopyIn.class, (self, method, arguments) -> switch (method.getName()) {
                case "writeToCopy" -> {
                    received.write((byte[]) arguments[0], (Integer) arguments[1], (Integer) arguments[2]);
                    yield null;
                }
                case "endCopy" -> {
                    active = false;
                    if (failure != null) {
                        throw failure;
                    }
                    yield stored < 0 ? received().lines().count() : stored;
                }
                case "isActive" -> active;
                case "cancelCopy" -> {
                    active = false;
                    cancelled++;
                    yield null;
                }
                default -> throw new UnsupportedOperationException(method.getName());
            });
        }
    }
}
