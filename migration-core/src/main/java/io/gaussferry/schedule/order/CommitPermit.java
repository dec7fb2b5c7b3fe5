package io.gaussferry.schedule.order;

import java.util.function.BooleanSupplier;

/**
 * The right to commit what an applier has executed: given when nothing of it is missing and its turn has come, and worth nothing from the
 * moment on at which the order is aborted. Immutable, thread-safe.
 */
public final class CommitPermit {

    private final BooleanSupplier revoked;

    CommitPermit(BooleanSupplier revoked) {
        this.revoked = revoked;
    }

    /**
     * To be called just before the commit.
     *
     * @throws InterruptedException if it was revoked: nothing may be committed
     */
    public void require() throws InterruptedException {
        if (revoked.getAsBoolean()) {
            throw new InterruptedException("replay was aborted before a commit");
        }
    }
}
