package io.gaussferry.cutover.record;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.state.TargetState;
import io.gaussferry.verify.compare.ComparedChunk;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables {@code gaussferry.cutover_chunk} and {@code gaussferry.cutover_fact}: the compared ranges and the other facts recorded while
 * both sides refused writes. They are the basis of a certificate. All methods join the connection's transaction.
 */
public final class Evidence {

    /** Precedes each part of a key. MySQL prints no key value with this character, and compatibility A has no empty string. */
    private static final String PART_PREFIX = "\u001f";

    private static final int ROWS_PER_STATEMENT = 500;

    private final String pipeline;

    /** @param pipeline the pipeline's name */
    public Evidence(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A compared range.
     *
     * @param table its name at the source or, if several tables were merged into one, on the target
     * @param range of its rows
     * @param chunk the rows and digests of both sides
     */
    public record Chunk(TableId table, KeyRange range, ComparedChunk chunk) {}

    /** Stores the result of a comparison, replacing the rows of an interrupted comparison of the same attempt. */
    public void store(Connection connection, String id, List<Chunk> chunks, Map<String, List<String>> facts)
            throws SQLException {
        for (String table : List.of("cutover_chunk", "cutover_fact")) {
            Sql.execute(connection, "DELETE FROM gaussferry." + table + " WHERE pipeline = ? AND id = ?", pipeline, id);
        }
        for (int from = 0; from < chunks.size(); from += ROWS_PER_STATEMENT) {
            insert(connection, id, from, chunks.subList(from, Math.min(chunks.size(), from + ROWS_PER_STATEMENT)));
        }
        int number = 0;
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.cutover_fact VALUES (?, ?, ?, ?, ?)")) {
            for (Map.Entry<String, List<String>> fact : facts.entrySet()) {
                for (String value : fact.getValue()) {
                    insert.setString(1, pipeline);
                    insert.setString(2, id);
                    insert.setInt(3, ++number);
                    insert.setString(4, fact.getKey());
                    insert.setString(5, value.replace('\0', '\uFFFD') + " ");
                    insert.executeUpdate();
                }
            }
        }
    }

    private void insert(Connection connection, String id, int before, List<Chunk> chunks) throws SQLException {
        String placeholders = String.join(", ", Collections.nCopies(chunks.size(), "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.cutover_chunk VALUES " + placeholders)) {
            int parameter = 1;
            int number = before;
            for (Chunk chunk : chunks) {
                insert.setString(parameter++, pipeline);
                insert.setString(parameter++, id);
                insert.setInt(parameter++, ++number);
                insert.setString(parameter++, chunk.table().schema());
                insert.setString(parameter++, chunk.table().name());
                insert.setString(parameter++, encode(chunk.range().after()));
                insert.setString(parameter++, encode(chunk.range().upTo()));
                insert.setLong(parameter++, chunk.chunk().rows());
                insert.setString(parameter++, Long.toHexString(chunk.chunk().sourceDigest()));
                insert.setString(parameter++, Long.toHexString(chunk.chunk().targetDigest()));
            }
            insert.executeUpdate();
        }
    }

    private static String encode(List<String> key) {
        StringBuilder encoded = new StringBuilder();
        key.forEach(part -> encoded.append(PART_PREFIX).append(part));
        return encoded + " ";
    }

    private static List<String> decode(String encoded) {
        String parts = encoded.substring(0, encoded.length() - 1);
        return parts.isEmpty()
                ? List.of()
                : List.of(parts.substring(PART_PREFIX.length()).split(PART_PREFIX, -1));
    }

    /** Returns the compared ranges of an attempt. */
    public List<Chunk> chunks(Connection connection, String id) throws SQLException {
        List<Chunk> chunks = new ArrayList<>();
        if (!TargetState.hasTable(connection, "cutover_fact")) {
            return chunks;
        }
        Sql.each(
                connection,
                row -> chunks.add(new Chunk(
                        new TableId(row.getString(1), row.getString(2)),
                        new KeyRange(decode(row.getString(3)), decode(row.getString(4))),
                        new ComparedChunk(
                                row.getLong(5),
                                Long.parseUnsignedLong(row.getString(6), 16),
                                Long.parseUnsignedLong(row.getString(7), 16)))),
                "SELECT schema_name, table_name, after_key, up_to_key,"
                        + " row_count, source_digest, target_digest FROM gaussferry.cutover_chunk WHERE pipeline = ? AND id = ?"
                        + " ORDER BY schema_name, table_name, number",
                pipeline,
                id);
        return chunks;
    }

    /** Returns the other facts, by name. */
    public Map<String, List<String>> facts(Connection connection, String id) throws SQLException {
        return facts(connection, id, "%");
    }

    /**
     * Returns some of the other facts, by name.
     *
     * @param names a LIKE pattern
     */
    Map<String, List<String>> facts(Connection connection, String id, String names) throws SQLException {
        Map<String, List<String>> facts = new LinkedHashMap<>();
        if (!TargetState.hasTable(connection, "cutover_fact")) {
            return facts;
        }
        Sql.each(
                connection,
                row -> facts.computeIfAbsent(row.getString(1), name -> new ArrayList<>())
                        .add(row.getString(2).strip()),
                "SELECT name, fact FROM gaussferry.cutover_fact WHERE pipeline = ? AND id = ? AND name LIKE ?"
                        + " ORDER BY number",
                pipeline,
                id,
                names);
        return facts;
    }
}
