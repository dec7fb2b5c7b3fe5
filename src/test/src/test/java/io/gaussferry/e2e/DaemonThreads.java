package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The replay threads inside a daemon. Live threads have unique names; a duplicate name belongs to a leftover thread of an earlier attempt. */
final class DaemonThreads {

    /** As {@code jcmd PID Thread.print} prints them. */
    private static final Pattern THREAD = Pattern.compile(
            "(?m)^\"(prepare|source|source-head|schedule|applier-\\d+|watchdog|table-copies|cutover)\" #\\d+ .*$");

    private static final Set<String> NEEDED = Set.of("source", "schedule", "applier-0");

    private DaemonThreads() {}

    /** Waits until no attempt except the current one has threads. */
    static void requireNoneLeft(long pid) {
        await("only threads of the current attempt")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> requireOnce(names(pid)));
    }

    private static void requireOnce(List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new AssertionError("two threads have the name " + name + ": " + names);
            }
        }
        if (!seen.containsAll(NEEDED)) {
            throw new AssertionError("not replaying: " + names);
        }
    }

    private static List<String> names(long pid) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "Thread.print")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor(10, TimeUnit.SECONDS);
        return THREAD.matcher(output).results().map(result -> result.group(1)).toList();
    }
}
