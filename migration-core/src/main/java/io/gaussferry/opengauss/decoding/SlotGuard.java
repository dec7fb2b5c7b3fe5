package io.gaussferry.opengauss.decoding;

import io.gaussferry.checkpoint.ReversePositionStore.Position;
import io.gaussferry.error.GaussferryException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides how far a slot is confirmed, and recognizes a slot that another session has moved. The server starts to send at the slot's
 * position even if the reader requests an earlier one, and reports nothing: a slot that was advanced, or dropped and created again,
 * silently lacks changes. The slot is therefore confirmed only up to the position of the recipient, or up to a stored one. Used by one
 * thread.
 */
public final class SlotGuard {

    /** The bytes of log without changes after which a position is stored, so that the server does not retain that log. */
    private static final long STORED_EVERY_BYTES = 16L << 20;

    private final Consumer<Position> store;
    private @Nullable Position stored;

    /**
     * @param stored the last stored position; empty if none is known: then the slot is confirmed as far as it was read, and not examined
     * @param store stores a position, and returns when it is committed
     */
    public SlotGuard(Optional<Position> stored, Consumer<Position> store) {
        this.stored = stored.orElse(null);
        this.store = store;
    }

    /** Returns a guard that examines no slot. */
    static SlotGuard none() {
        return new SlotGuard(Optional.empty(), position -> {});
    }

    /**
     * Returns the position up to which the slot may be confirmed.
     *
     * @param durable the position of the recipient, which has everything that was delivered
     * @param read the position up to which the log was read
     */
    long confirmable(long durable, long read) {
        Position last = stored;
        if (last == null) {
            return Math.max(durable, read);
        }
        long known = Math.max(durable, last.confirmed());
        if (read - known < STORED_EVERY_BYTES) {
            return known;
        }
        Position next = new Position(durable, read);
        store.accept(next);
        stored = next;
        return read;
    }

    /**
     * Requires that the slot retains everything after the position of its recipient, and that the log continues there.
     *
     * @param reached the position up to which the recipient has everything
     * @throws GaussferryException if changes are lost
     */
    void require(LogicalSlot.State slot, String name, long reached) {
        if (slot.end() < reached) {
            throw LostChanges.logEndsBefore(slot.end());
        }
        Position last = stored;
        if (last == null) {
            return;
        }
        // a recipient that was restored to an earlier state lacks what it had when the position was stored
        long expected = reached < last.reached() ? reached : Math.max(reached, last.confirmed());
        if (slot.confirmed() > expected) {
            throw LostChanges.slotIsAdvanced(name, slot.confirmed());
        }
    }
}
