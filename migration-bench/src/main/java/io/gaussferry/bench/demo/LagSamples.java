package io.gaussferry.bench.demo;

import io.gaussferry.bench.daemon.DaemonException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How far the target was behind at several moments. Confined to one thread. */
final class LagSamples {

    private final List<Double> seconds = new ArrayList<>();

    /** Adds the present lag. */
    void add(DemoDaemon daemon) throws IOException, DaemonException, InterruptedException {
        seconds.add(daemon.lagSeconds());
    }

    void add(double lagSeconds) {
        seconds.add(lagSeconds);
    }

    /** Returns the median and the maximum in milliseconds. */
    @Override
    public String toString() {
        if (seconds.isEmpty()) {
            return "not measured";
        }
        List<Double> sorted = seconds.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%,.0f ms (median), %,.0f ms (max)",
                sorted.get(sorted.size() / 2) * 1e3,
                sorted.get(sorted.size() - 1) * 1e3);
    }
}
