package io.gaussferry.objects.prove;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A digest of rows that does not depend on their order: the number of rows, and the sum of their hashes, for the whole rows and for each
 * column. Its memory does not grow with the rows. The 64 bits of a sum are of SHA-256, so that different rows have equal sums by chance
 * only.
 */
public final class RowDigest {

    /** An odd factor, so that no row loses its weight. */
    private static final long ORDER = 0x9E3779B97F4A7C15L;

    private final MessageDigest hash;
    private final long[] columns;
    private long rows;
    private long sum;
    /** Depends on the order of the rows, too. */
    private long sequence;

    /** @param columns the number of columns */
    public RowDigest(int columns) {
        this.columns = new long[columns];
        try {
            this.hash = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Adds a row. */
    public void add(List<@Nullable String> values) {
        rows++;
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < columns.length; i++) {
            String value = values.get(i);
            columns[i] += hash(value == null ? "\u0000" : value);
            whole.append(value == null ? "\u0000" : value.length() + ":" + value);
        }
        long row = hash(whole.toString());
        sum += row;
        sequence = sequence * ORDER + row;
    }

    private long hash(String text) {
        return ByteBuffer.wrap(hash.digest(text.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    /** Returns the number of rows. */
    public long rows() {
        return rows;
    }

    /** Returns the numbers of the columns whose values differ, from 0; none if only their combination differs. */
    List<Integer> differing(RowDigest other) {
        List<Integer> differing = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] != other.columns[i]) {
                differing.add(i);
            }
        }
        return differing;
    }

    /** Returns whether equal rows were added in the same order. */
    public boolean hasOrderOf(RowDigest other) {
        return equals(other) && sequence == other.sequence;
    }

    /**
     * Returns the difference of the target's rows, without values.
     *
     * @param found the target's rows
     * @param names of the columns
     */
    public String difference(RowDigest found, List<String> names) {
        if (rows != found.rows) {
            return rows + " rows on the source, " + found.rows + " on the target";
        }
        String others = differing(found).stream().map(names::get).collect(Collectors.joining(", "));
        return rows + " rows on both sides, with other values" + (others.isEmpty() ? "" : " of " + others);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowDigest digest
                && rows == digest.rows
                && sum == digest.sum
                && columns.length == digest.columns.length;
    }

    @Override
    public int hashCode() {
        return Objects.hash(rows, sum);
    }
}
