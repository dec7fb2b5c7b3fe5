package io.gaussferry.opengauss.decoding;

import static io.gaussferry.opengauss.decoding.DecodedStream.OF_EXCLUDED;
import static io.gaussferry.opengauss.decoding.DecodedStream.OF_ITEM;
import static io.gaussferry.opengauss.decoding.DecodedStream.OF_PROBE;
import static io.gaussferry.opengauss.decoding.DecodedStream.OF_PROGRESS;
import static io.gaussferry.opengauss.decoding.DecodedStream.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * A transaction of the target has no name: its number among the delivered ones is its name in MySQL's progress. Whatever a run has read
 * before it ended, the next one must give each transaction the number and the content that the first one gave it. Random logs, compared with
 * a model of them.
 */
class DecodedNumbersTest {

    private static final int PART_BYTES = 300_000;
    private static final int LARGE_ROW = 70_000;
    private static final long START = 1_000;

    /** A change in a transaction of the log. */
    private enum Kind {
        ITEM,
        LARGE_ITEM,
        EXCLUDED,
        PROGRESS,
        HEARTBEAT,
        HEARTBEAT_OF_OTHER
    }

    /** A transaction of the log. */
    private record Logged(long commit, List<Kind> kinds) {

        long end() {
            return commit + 10;
        }

        boolean has(Kind kind) {
            return kinds.contains(kind);
        }

        boolean isOwn() {
            return has(Kind.PROGRESS) || has(Kind.HEARTBEAT) || has(Kind.HEARTBEAT_OF_OTHER);
        }

        /** Whether MySQL gets a transaction for it. */
        boolean isDelivered() {
            return has(Kind.HEARTBEAT) || (!isOwn() && (has(Kind.ITEM) || has(Kind.LARGE_ITEM) || has(Kind.EXCLUDED)));
        }
    }

    @RepeatedTest(200)
    void numbersDoNotDependOnWhereReadingStarts(RepetitionInfo repetition) throws InterruptedException {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        List<Logged> log = log(random);
        DecodedStream first = read(log, LogicalDecodingSource.startingAt(START));
        List<Logged> delivered = log.stream().filter(Logged::isDelivered).toList();
        assertThat(positions(first))
                .as("seed %s", seed)
                .isEqualTo(LongStream.rangeClosed(1, delivered.size())
                        .boxed()
                        .collect(Collectors.toMap(
                                number -> number,
                                number -> delivered.get(number.intValue() - 1).commit())));
        for (int attempt = 0; attempt < 5; attempt++) {
            int reached = random.nextInt(delivered.size() + 1);
            TreeSet<Long> later = new TreeSet<>();
            for (long number = reached + 2L; number <= delivered.size(); number++) {
                if (random.nextInt(4) == 0) {
                    later.add(number);
                }
            }
            DecodedStream next = read(log, progress(delivered, reached, later));
            Map<Long, Long> expected = new TreeMap<>(positions(first));
            expected.keySet().removeIf(number -> number <= reached || later.contains(number));
            assertThat(positions(next))
                    .as("seed %s after %s and %s", seed, reached, later)
                    .isEqualTo(expected);
            for (long number : expected.keySet()) {
                assertThat(next.content(number)).as("seed %s, %s", seed, number).isEqualTo(first.content(number));
            }
            requireCompleteFragments(next, seed);
        }
    }

    private static List<Logged> log(Random random) {
        List<Logged> log = new ArrayList<>();
        long commit = START;
        for (int i = 0; i < 3 + random.nextInt(12); i++) {
            List<Kind> kinds = new ArrayList<>();
            for (int change = random.nextInt(5); change > 0; change--) {
                kinds.add(random.nextInt(3) == 0 ? Kind.EXCLUDED : Kind.ITEM);
            }
            if (random.nextInt(3) == 0) {
                Kind own = Kind.values()[Kind.PROGRESS.ordinal() + random.nextInt(3)];
                kinds.add(random.nextInt(kinds.size() + 1), own);
            } else if (random.nextInt(3) == 0) {
                for (int large = random.nextInt(30); large > 0; large--) {
                    kinds.add(Kind.LARGE_ITEM);
                }
            }
            log.add(new Logged(commit, kinds));
            commit += 10 + random.nextInt(200);
        }
        return log;
    }

    /** Reads the whole log: the server may send again what MySQL has. */
    private static DecodedStream read(List<Logged> log, Progress progress) throws InterruptedException {
        DecodedStream stream = new DecodedStream(progress, RefusedChanges.NONE, PART_BYTES);
        for (Logged transaction : log) {
            stream.builder.begin(transaction.commit(), 5);
            int number = 0;
            for (Kind kind : transaction.kinds()) {
                change(stream.builder, kind, transaction.commit() + "." + number++ + ";");
            }
            stream.builder.commit(transaction.end());
        }
        assertThat(stream.builder.readUpTo()).isEqualTo(log.get(log.size() - 1).end());
        return stream;
    }

    private static void change(DecodedTransactionBuilder builder, Kind kind, String content)
            throws InterruptedException {
        switch (kind) {
            case ITEM -> builder.insert(OF_ITEM, row(content));
            case LARGE_ITEM -> builder.insert(OF_ITEM, row(content + "x".repeat(LARGE_ROW)));
            case EXCLUDED -> builder.insert(OF_EXCLUDED, row(content));
            case PROGRESS -> builder.update(OF_PROGRESS, null, row(content));
            case HEARTBEAT -> builder.insert(OF_PROBE, row("1", Probe.token("mark", DecodedStream.SLOT)));
            case HEARTBEAT_OF_OTHER -> builder.insert(OF_PROBE, row("1", Probe.token("mark", "other")));
        }
    }

    /** Returns MySQL's progress with the first transactions, and some of those after the next one. */
    private static Progress progress(List<Logged> delivered, int reached, TreeSet<Long> later) {
        String executed = (reached == 0 ? "" : ":1-" + reached)
                + later.stream().map(number -> ":" + number).collect(Collectors.joining());
        long position = reached == 0 ? START : delivered.get(reached - 1).end();
        return new Progress(
                executed.isEmpty() ? "" : "00000000-0000-0000-0000-000000000000" + executed,
                new LowWaterMark(reached, new BinlogPosition(DecodedTransactionBuilder.LOG, position)));
    }

    private static Map<Long, Long> positions(DecodedStream stream) {
        return stream.delivered.stream()
                .collect(Collectors.toMap(
                        SourceTransaction::captureSequence,
                        transaction -> transaction.start().offset(),
                        (one, other) -> one,
                        TreeMap::new));
    }

    /** Each transaction arrives whole, or as fragments: only the final one is marked as the last. */
    private static void requireCompleteFragments(DecodedStream stream, long seed) {
        long open = 0;
        for (SourceTransaction transaction : stream.delivered) {
            boolean continues = open == transaction.captureSequence() && transaction.fragment() != Fragment.WHOLE;
            assertThat(open == 0 || continues).as("seed %s", seed).isTrue();
            open = transaction.fragment() == Fragment.MORE_FOLLOWS ? transaction.captureSequence() : 0;
        }
        assertThat(open).as("seed %s", seed).isZero();
    }
}
