package io.gaussferry.app;

import io.gaussferry.metrics.ReplayStatistics;
import java.util.Locale;

/** The last line of a run, readable by people and by scripts. */
final class Summary {

    private Summary() {}

    static String line(ReplayStatistics.Snapshot snapshot, long peak) {
        double seconds = Math.max(snapshot.activeSeconds(), 0.001);
        return String.format(
                Locale.ROOT,
                "replayed transactions=%d rows=%d batches=%d seconds=%.1f mean=%.0f peak=%d lagP50Millis=%.1f"
                        + " lagP99Millis=%.1f lagMaxMillis=%.1f",
                snapshot.transactions(),
                snapshot.rows(),
                snapshot.batches(),
                snapshot.activeSeconds(),
                snapshot.transactions() / seconds,
                Math.max(peak, 0),
                snapshot.lagP50Micros() / 1e3,
                snapshot.lagP99Micros() / 1e3,
                snapshot.lagMaxMicros() / 1e3);
    }
}
