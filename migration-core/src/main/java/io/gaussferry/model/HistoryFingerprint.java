package io.gaussferry.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The last transaction of each GTID series that the target has, to recognize a server with other transactions of the
 * same GTIDs. Contains the few series that were read last. Immutable.
 *
 * @param transactions one per series, the one that was executed last at the end
 */
public record HistoryFingerprint(List<TransactionFingerprint> transactions) {

    /** The empty fingerprint: it matches any history with the same GTIDs. */
    public static final HistoryFingerprint NONE = new HistoryFingerprint(List.of());

    /** Each series costs a short binlog connection at every connection to the source. */
    private static final int MOST_SERIES = 4;

    public HistoryFingerprint {
        transactions = List.copyOf(transactions);
    }

    /** Parses the result of {@link #toString}; the empty string is {@link #NONE}. */
    public static HistoryFingerprint parse(String text) {
        return text.isEmpty()
                ? NONE
                : new HistoryFingerprint(Arrays.stream(text.split(",", -1))
                        .map(TransactionFingerprint::parse)
                        .toList());
    }

    /** Returns the fingerprint after further transactions, in their execution order. */
    public HistoryFingerprint with(Collection<TransactionFingerprint> executed) {
        if (executed.isEmpty()) {
            return this;
        }
        List<TransactionFingerprint> last = new ArrayList<>(transactions);
        for (TransactionFingerprint next : executed) {
            last.removeIf(known -> known.gtid().isOfSameSeries(next.gtid()));
            last.add(next);
        }
        return new HistoryFingerprint(last.subList(Math.max(0, last.size() - MOST_SERIES), last.size()));
    }

    /** Returns the fingerprint of the chosen transactions only. */
    public HistoryFingerprint only(Predicate<Gtid> chosen) {
        return new HistoryFingerprint(transactions.stream()
                .filter(transaction -> chosen.test(transaction.gtid()))
                .toList());
    }

    /** Returns whether the fingerprint has no transactions. */
    public boolean isEmpty() {
        return transactions.isEmpty();
    }

    @Override
    public String toString() {
        return transactions.stream().map(TransactionFingerprint::toString).collect(Collectors.joining(","));
    }
}
