package io.gaussferry.schedule.order;

import java.util.function.BooleanSupplier;

/**
 * Permit to commit an executed batch. Granted when the batch is complete and its turn has come; revoked when the order is aborted.
 * Immutable, thread-safe.
 */
public final class CommitPermit {

    private final BooleanSupplier revoked;

    CommitPermit(BooleanSupplier revoked) {
        this.revoked = revoked;
    }

    /**
     * Checks the permit. Must be called immediately before the commit.
     *
     * @throws InterruptedException if it was revoked: nothing may be committed
     */
    public void require() throws InterruptedException {
        if (revoked.getAsBoolean()) {
            throw new InterruptedException("replay was aborted before a commit");
        }
    }
}
