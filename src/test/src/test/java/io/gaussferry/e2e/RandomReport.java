package io.gaussferry.e2e;

import io.gaussferry.error.GaussferryException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the work of all histories of {@link RandomSessionsIT}. Thread-safe. */
final class RandomReport {

    private static final int STEPS_PER_LINE = 500;

    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final Map<String, Integer> leftToOperator = new ConcurrentSkipListMap<>();
    private final Map<String, Integer> retried = new ConcurrentSkipListMap<>();

    void step() {
        int done = steps.incrementAndGet();
        if (done % STEPS_PER_LINE == 0) {
            System.out.println("RandomSessionsIT: " + this);
        }
    }

    int steps() {
        return steps.get();
    }

    /** Counts a statement that the source rejects. */
    void refused() {
        refused.incrementAndGet();
    }

    void leftToOperator(String reason) {
        leftToOperator.merge(general(reason), 1, Integer::sum);
    }

    void retried(Collection<GaussferryException> failures) {
        failures.forEach(failure -> retried.merge(general(failure.problem()), 1, Integer::sum));
    }

    /** Returns a reason without the names of one history. */
    private static String general(String reason) {
        return reason.lines()
                .findFirst()
                .orElse("")
                .replaceAll("`?gf_random[a-z_0-9]*`?(\\.`?[a-z_0-9]+`?)?|\\b[a-z]+\\d+\\b", "…");
    }

    @Override
    public String toString() {
        return steps + " steps, " + refused + " statements refused by the source; left to the operator: "
                + leftToOperator + "; retried: " + retried;
    }
}
