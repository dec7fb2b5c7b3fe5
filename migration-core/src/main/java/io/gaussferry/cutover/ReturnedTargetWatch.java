package io.gaussferry.cutover;

import io.gaussferry.cutover.fence.TargetFenceCheck;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the target after its writers have returned to the source: only replication may write there, and its fence must stay complete. A
 * thread checks it; the result may be read by any thread.
 */
final class ReturnedTargetWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReturnedTargetWatch.class);

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final String pipeline;
    private final TargetLink target;
    private final Supplier<CutoverState> state;
    private final TargetFenceCheck fence;
    private final Thread thread = CutoverRunner.daemonThread(this::run, "returned-target");
    private volatile String problem = "";

    /** @param state of the cutover that this process knows */
    ReturnedTargetWatch(String pipeline, TargetLink target, Supplier<CutoverState> state) {
        this.pipeline = pipeline;
        this.target = target;
        this.state = state;
        this.fence = new TargetFenceCheck(pipeline);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (state.get() instanceof RolledBack) {
                    check();
                } else {
                    problem = "";
                }
                Thread.sleep(INTERVAL.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Only a switch lowers the fence: a later cutover that was rolled back has left it as it was. */
    private void check() throws InterruptedException {
        try {
            List<String> gaps = target.read(
                    "check the fence of the target",
                    connection ->
                            new CutoverStore(pipeline).hasSwitched(connection) ? fence.gaps(connection) : List.of());
            report(
                    gaps.isEmpty()
                            ? ""
                            : "Other sessions may have written to the target since the return: "
                                    + String.join("; ", gaps)
                                    + ". Find the client, and compare both sides with gaussferry verify.");
        } catch (GaussferryException e) {
            LOG.debug("The fence of the target cannot be checked: {}", e.problem());
        }
    }

    private void report(String found) {
        if (!found.isEmpty() && !found.equals(problem)) {
            LOG.error("{}", found);
        }
        problem = found;
    }

    /** Returns the gaps of the last check; empty if there are none. */
    String problem() {
        return problem;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
