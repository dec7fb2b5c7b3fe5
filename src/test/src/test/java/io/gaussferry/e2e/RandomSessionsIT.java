package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Executes random statements of {@link RandomSessions} and of {@link RandomSchemas} on small schemas. After each step, a full scan of both sides must find no
 * difference: {@link RandomHistory}. Several histories run at once, because each waits most of the time.
 *
 * <p>A failure ends the test, unless {@code -Dgaussferry.collect=true}: then each is printed, and the next history starts.
 *
 * <p>{@code -Dgaussferry.seed=N} starts with another history, {@code -Dgaussferry.steps=N} sets the number of steps, and {@code
 * -Dgaussferry.histories-at-once=N} the number of concurrent histories: 1 to repeat one with 40 steps.
 */
class RandomSessionsIT {

    private static final int STEPS = Integer.getInteger("gaussferry.steps", 0);

    /** Of each of the tests, if no number of steps is given. */
    private static final Duration LONGEST = Duration.ofSeconds(12);

    private static final boolean COLLECTS = Boolean.getBoolean("gaussferry.collect");

    private static final int AT_ONCE = Integer.getInteger("gaussferry.histories-at-once", 3);
    private static final long SEED = 2_023_950_852_745_230_792L;

    private static final Logger BINLOG_CLIENT = Logger.getLogger("com.github.shyiko.mysql.binlog");

    /** One of four histories is on a server with lower_case_table_names = 1. */
    private static final int KINDS = 4;

    private static final List<NativeMySqlServer> SERVERS = new ArrayList<>();
    private static final BlockingQueue<NativeMySqlServer> EXACT = new LinkedBlockingQueue<>();
    private static final BlockingQueue<NativeMySqlServer> FOLDING = new LinkedBlockingQueue<>();

    private volatile long startedNanos;
    private final RandomReport report = new RandomReport();

    @BeforeAll
    static void startServers() throws Exception {
        // the binlog client writes ten lines for each connection
        BINLOG_CLIENT.setLevel(Level.WARNING);
        for (int i = 0; i < Math.max(2, AT_ONCE); i++) {
            boolean folds = i % KINDS == 0;
            NativeMySqlServer server = folds ? OwnServers.startFoldingNames() : OwnServers.start();
            SERVERS.add(server);
            (folds ? FOLDING : EXACT).add(server);
        }
    }

    @AfterAll
    static void closeServers() {
        SERVERS.forEach(NativeMySqlServer::close);
    }

    @Test
    void keepsBothSidesEqualAfterEveryStep() throws Exception {
        run(RandomSessions::new);
    }

    @Test
    void keepsHostileSchemasEqualAfterEveryStep() throws Exception {
        run(RandomSchemas::new);
    }

    private void run(RandomHistory.Kind kind) throws Exception {
        long seed = Long.getLong("gaussferry.seed", SEED);
        System.out.println("RandomSessionsIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.steps=" + STEPS);
        // its schema of Gaussferry's own tables remains as long as any history needs it
        try (Migration first = Migration.of("gf_random")) {
            first.target("CREATE SCHEMA IF NOT EXISTS gaussferry");
            startedNanos = System.nanoTime();
            runHistories(kind, seed);
        } finally {
            System.out.println("RandomSessionsIT: " + report);
        }
    }

    private void runHistories(RandomHistory.Kind kind, long seed) throws Exception {
        Seeds seeds = new Seeds(seed);
        ExecutorService histories = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                running.add(histories.submit(() -> runOneAfterTheOther(kind, seeds)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError failure) {
                throw failure;
            }
            throw e;
        } finally {
            histories.shutdownNow();
        }
    }

    private Void runOneAfterTheOther(RandomHistory.Kind kind, Seeds seeds) throws Exception {
        while (continues()) {
            Seeds.Drawn drawn = seeds.next();
            SplittableRandom random = new SplittableRandom(drawn.seed());
            BlockingQueue<NativeMySqlServer> sources = random.nextInt(KINDS) == 0 ? FOLDING : EXACT;
            NativeMySqlServer source = sources.take();
            try {
                new RandomHistory(kind, source.address(), Servers.sandbox().target(), report, drawn.seed(), random)
                        .run("gf_random_" + drawn.number(), this::continues);
            } catch (AssertionError e) {
                if (!COLLECTS) {
                    throw e;
                }
                synchronized (report) {
                    System.out.println("FAILED HISTORY " + e.getMessage() + "\nEND OF HISTORY");
                }
            } finally {
                sources.add(source);
            }
        }
        return null;
    }

    private boolean continues() {
        return STEPS > 0 ? report.steps() < STEPS : System.nanoTime() - startedNanos < LONGEST.toNanos();
    }

    /** The seeds of histories, in their order. Thread-safe. */
    private static final class Seeds {

        private final SplittableRandom later;
        private long next;
        private int drawn;

        private record Drawn(long seed, int number) {}

        private Seeds(long first) {
            this.next = first;
            this.later = new SplittableRandom(first);
        }

        private synchronized Drawn next() {
            long seed = next;
            next = later.nextLong();
            drawn++;
            return new Drawn(seed, drawn);
        }
    }
}
