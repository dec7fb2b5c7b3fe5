package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.ReversePositionStore.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Verifies that a slot is confirmed no further than a stored position, so that a moved slot is recognized. */
class SlotGuardTest {

    private static final long MIB = 1L << 20;

    private final List<Position> stored = new ArrayList<>();

    private SlotGuard guard(long reached, long confirmed) {
        return new SlotGuard(Optional.of(new Position(reached, confirmed)), stored::add);
    }

    private static LogicalSlot.State slot(long confirmed, long end) {
        return new LogicalSlot.State(confirmed, 0, end - confirmed, false);
    }

    @Test
    void storesPositionBeforeConfirmingIt() {
        SlotGuard guard = guard(100, 100);
        assertThat(guard.confirmable(100, 100 + MIB)).isEqualTo(100);
        assertThat(stored).isEmpty();
        assertThat(guard.confirmable(100, 100 + 16 * MIB)).isEqualTo(100 + 16 * MIB);
        assertThat(stored).containsExactly(new Position(100, 100 + 16 * MIB));
        assertThat(guard.confirmable(100, 100 + 17 * MIB)).isEqualTo(100 + 16 * MIB);
        assertThat(guard.confirmable(100 + 18 * MIB, 100 + 19 * MIB)).isEqualTo(100 + 18 * MIB);
    }

    @Test
    void acceptsSlotUpToRecipientOrStoredPosition() {
        assertThatCode(() -> guard(100, 100).require(slot(100, 900), "s", 100)).doesNotThrowAnyException();
        assertThatCode(() -> guard(100, 100).require(slot(300, 900), "s", 300)).doesNotThrowAnyException();
        assertThatCode(() -> guard(100, 500).require(slot(500, 900), "s", 100)).doesNotThrowAnyException();
    }

    @Test
    void reportsMovedSlot() {
        assertThatThrownBy(() -> guard(100, 100).require(slot(301, 900), "s", 300))
                .hasMessageContaining("has advanced replication slot s")
                .hasMessageContaining("gaussferry cutover rearm");
    }

    @Test
    void reportsRestoredRecipient() {
        assertThatThrownBy(() -> guard(300, 500).require(slot(500, 900), "s", 200))
                .hasMessageContaining("has advanced replication slot s");
    }

    @Test
    void reportsLogThatEndsBeforeRecipient() {
        assertThatThrownBy(() -> guard(100, 100).require(slot(300, 900), "s", 901))
                .hasMessageContaining("The target's log ends at LSN 0/384");
    }

    @Test
    void examinesNothingWithoutStoredPosition() {
        SlotGuard guard = new SlotGuard(Optional.empty(), stored::add);
        assertThatCode(() -> guard.require(slot(800, 900), "s", 100)).doesNotThrowAnyException();
        assertThat(guard.confirmable(100, 700)).isEqualTo(700);
        assertThat(stored).isEmpty();
    }
}
