package io.gaussferry.objects.prove;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A digest of rows that does not depend on their order: the number of rows, and the sum of their hashes, for the whole rows and for each
 * column. Its memory does not grow with the rows. The 64 bits of a sum are of SHA-256, so that different rows have equal sums by chance
 * only.
 */
final class RowDigest {

    private final MessageDigest hash;
    private final long[] columns;
    private long rows;
    private long sum;

    RowDigest(int columns) {
        this.columns = new long[columns];
        try {
            this.hash = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    void add(List<@Nullable String> row) {
        rows++;
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < columns.length; i++) {
            String value = row.get(i);
            columns[i] += hash(value == null ? "\u0000" : value);
            whole.append(value == null ? "\u0000" : value.length() + ":" + value);
        }
        sum += hash(whole.toString());
    }

    private long hash(String text) {
        return ByteBuffer.wrap(hash.digest(text.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    long rows() {
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
