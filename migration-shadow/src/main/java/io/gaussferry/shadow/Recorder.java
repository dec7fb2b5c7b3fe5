package io.gaussferry.shadow;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Writes queries with their parameters to a file that only its owner can read. The application's threads only add to a bounded queue: if it is full,
 * the query is dropped and counted. One thread per file writes; it ends with the process. Thread-safe.
 */
final class Recorder {

    private static final Logger LOG = Logger.getLogger(Recorder.class.getName());

    private static final Map<Path, Recorder> RECORDERS = new ConcurrentHashMap<>();

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /** Distinct SQL strings whose executions are counted. */
    private static final int KNOWN_QUERIES = 10_000;

    private static final long REPORT_SECONDS = 60;

    /** Characters and bytes of the waiting queries: a queue of long queries must not exhaust the application's memory. */
    private static final long LARGEST_WAITING = 16L << 20;

    private final Path file;
    private final BlockingQueue<RecordedQuery> queue;
    private final int samples;
    private final long maximumBytes;
    private final AtomicLong waiting = new AtomicLong();
    private final LongAdder recorded = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final Map<String, Integer> executions = new LinkedHashMap<>(KNOWN_QUERIES, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > KNOWN_QUERIES;
        }
    };
    private String database = "";
    private long bytes;
    private boolean ended;

    private Recorder(ShadowUrl url) {
        this.file = url.file();
        this.queue = new ArrayBlockingQueue<>(url.queue());
        this.samples = url.samples();
        this.maximumBytes = url.maximumBytes();
    }

    /** Returns the recorder of a file; all connections of a process share it. */
    static Recorder of(ShadowUrl url) {
        return RECORDERS.computeIfAbsent(url.file().toAbsolutePath().normalize(), unused -> {
            Recorder recorder = new Recorder(url);
            Thread thread = new Thread(recorder::run, "gaussferry-shadow");
            thread.setDaemon(true);
            thread.start();
            return recorder;
        });
    }

    /** Adds a query; never waits and never fails. */
    void add(RecordedQuery query) {
        long size = query.size();
        if (waiting.addAndGet(size) > LARGEST_WAITING || !queue.offer(query)) {
            waiting.addAndGet(-size);
            dropped.increment();
        }
    }

    /** Returns the number of written queries. */
    long recorded() {
        return recorded.sum();
    }

    /** Returns the number of queries that were lost because the queue was full, or the file had its largest size or could not be written. */
    long dropped() {
        return dropped.sum();
    }

    /** Returns the number of queries that were left out: further executions of the same SQL, or values without a literal. */
    long skipped() {
        return skipped.sum();
    }

    private void run() {
        try (BufferedWriter writer = open()) {
            long reported = System.nanoTime();
            while (true) {
                RecordedQuery query = queue.poll();
                if (query == null) {
                    // the process may end at any time
                    writer.flush();
                    query = queue.poll(1, TimeUnit.SECONDS);
                }
                if (query != null) {
                    waiting.addAndGet(-query.size());
                    write(writer, query);
                }
                if (System.nanoTime() - reported > TimeUnit.SECONDS.toNanos(REPORT_SECONDS)) {
                    reported = System.nanoTime();
                    report(Level.FINE);
                }
            }
        } catch (IOException e) {
            // the message of a file's failure contains its name only
            LOG.log(Level.WARNING, "Queries are no longer recorded: {0}", e.toString());
            discard();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            discard();
        }
    }

    /** Counts what arrives from now on, so that the queue does not hold values. */
    private void discard() {
        ended = true;
        report(Level.INFO);
        while (!Thread.currentThread().isInterrupted()) {
            try {
                waiting.addAndGet(-queue.take().size());
                dropped.increment();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Creates the file, or appends to one that only its owner can read. */
    private BufferedWriter open() throws IOException {
        boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = isPosix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                attributes);
        try {
            if (isPosix && !Files.getPosixFilePermissions(file).equals(OWNER_ONLY)) {
                throw new IOException("The file " + file + " exists, and others than its owner may access it");
            }
            bytes = channel.size();
            return new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void write(BufferedWriter writer, RecordedQuery query) throws IOException {
        int times = executions.merge(query.database() + " " + query.sql(), 1, Integer::sum);
        if (times > samples) {
            skipped.increment();
            return;
        }
        Optional<String> sql = written(query);
        if (sql.isEmpty()) {
            skipped.increment();
            return;
        }
        String use = query.database().isEmpty() || query.database().equals(database)
                ? ""
                : "USE `" + query.database().replace("`", "``") + "`;\n";
        String text = use + sql.get() + "\n;\n";
        if (bytes + text.length() > maximumBytes) {
            dropped.increment();
            return;
        }
        writer.write(text);
        database = query.database();
        bytes += text.getBytes(StandardCharsets.UTF_8).length;
        recorded.increment();
    }

    /** Returns the SQL with literals; empty if a value has none, such as one of a class of the application that fails. */
    private static Optional<String> written(RecordedQuery query) {
        try {
            return MySqlLiterals.written(query.sql(), query.parameters());
        } catch (RuntimeException e) {
            // the class only: a message may contain values
            LOG.log(Level.FINE, "A query was not recorded: {0}", e.getClass().getName());
            return Optional.empty();
        }
    }

    private void report(Level level) {
        LOG.log(level, "{0} queries recorded, {1} dropped, {2} skipped{3}", new Object[] {
            recorded(), dropped(), skipped(), ended ? "; recording has ended" : ""
        });
    }
}
