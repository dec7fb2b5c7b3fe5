package io.gaussferry.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The last transaction of each series of GTIDs that the target has, so that a server with other transactions of the same GTIDs is
 * recognized. Has the few series that were read last. Immutable.
 *
 * @param transactions one for each series, the one that was executed last at the end
 */
public record HistoryFingerprint(List<TransactionFingerprint> transactions) {

    /** Says nothing: any history with the same GTIDs agrees with it. */
    public static final HistoryFingerprint NONE = new HistoryFingerprint(List.of());

    /** Each series costs a short binlog connection whenever the source is connected to. */
    private static final int MOST_SERIES = 4;

    public HistoryFingerprint {
        transactions = List.copyOf(transactions);
    }

    /** Parses what {@link #toString} returns; the empty string is {@link #NONE}. */
    public static HistoryFingerprint parse(String text) {
        return text.isEmpty()
                ? NONE
                : new HistoryFingerprint(Arrays.stream(text.split(",", -1))
                        .map(TransactionFingerprint::parse)
                        .toList());
    }

    /** Returns the fingerprint after further transactions, in the order in which they are executed. */
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

    /** Returns the part of it that is about certain transactions. */
    public HistoryFingerprint only(Predicate<Gtid> chosen) {
        return new HistoryFingerprint(transactions.stream()
                .filter(transaction -> chosen.test(transaction.gtid()))
                .toList());
    }

    /** Returns whether it says nothing. */
    public boolean isEmpty() {
        return transactions.isEmpty();
    }

    @Override
    public String toString() {
        return transactions.stream().map(TransactionFingerprint::toString).collect(Collectors.joining(","));
    }
}
