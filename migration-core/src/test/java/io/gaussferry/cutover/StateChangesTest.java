package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StateChangesTest {

    private final StateChanges changes = new StateChanges();

    @Test
    void wakesWhoeverWaitsForTheNextChange() throws Exception {
        long known = changes.number();
        CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> await(known, Duration.ofMinutes(1)));
        changes.changed();
        waits.get(10, TimeUnit.SECONDS);
        assertThat(changes.number()).isEqualTo(known + 1);
    }

    @Test
    void returnsAtOnceAfterUnknownChange() {
        changes.changed();
        await(0, Duration.ofMinutes(1));
    }

    @Test
    void doesNotWaitLonger() {
        await(changes.number(), Duration.ofMillis(5));
    }

    private void await(long known, Duration longest) {
        try {
            changes.await(known, longest);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
