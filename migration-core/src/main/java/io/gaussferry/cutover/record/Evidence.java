package io.gaussferry.cutover.record;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.compare.ComparedChunk;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables {@code gaussferry.cutover_chunk} and {@code gaussferry.cutover_fact}: what was compared while both sides stood still, and
 * what else was known then. A certificate is made of it. All methods join the connection's transaction.
 */
public final class Evidence {

    private static final List<String> CREATE = List.of(
            "CREATE TABLE gaussferry.cutover_chunk (pipeline text NOT NULL, id text NOT NULL, number integer NOT NULL,"
                    + " schema_name text NOT NULL, table_name text NOT NULL, after_key text NOT NULL, up_to_key text NOT NULL,"
                    + " row_count bigint NOT NULL, source_digest text NOT NULL, target_digest text NOT NULL,"
                    + " PRIMARY KEY (pipeline, id, number))",
            "CREATE TABLE gaussferry.cutover_fact (pipeline text NOT NULL, id text NOT NULL, number integer NOT NULL,"
                    + " name text NOT NULL, fact text NOT NULL, PRIMARY KEY (pipeline, id, number))");

    /** Before each part of a key: no text that MySQL prints for one has it, and compatibility A knows no empty text. */
    private static final String PART = "\u001f";

    private static final int ROWS_PER_STATEMENT = 500;

    private final String pipeline;

    /** @param pipeline the pipeline's name */
    public Evidence(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A range that was compared.
     *
     * @param table its name at the source or, where several tables became one, on the target
     * @param range which of its rows
     * @param chunk what both sides had
     */
    public record Chunk(TableId table, KeyRange range, ComparedChunk chunk) {}

    void createIfMissing(Connection connection) throws SQLException {
        if (exists(connection)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            for (String create : CREATE) {
                statement.execute(create);
            }
        }
    }

    private static boolean exists(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'gaussferry'"
                                + " AND tablename = 'cutover_fact'")) {
            return rows.next();
        }
    }

    /** Keeps what was compared, in place of what an interrupted comparison of the same attempt has left. */
    public void keep(Connection connection, String id, List<Chunk> chunks, Map<String, List<String>> facts)
            throws SQLException {
        createIfMissing(connection);
        for (String table : List.of("cutover_chunk", "cutover_fact")) {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM gaussferry." + table + " WHERE pipeline = ? AND id = ?")) {
                delete.setString(1, pipeline);
                delete.setString(2, id);
                delete.executeUpdate();
            }
        }
        for (int from = 0; from < chunks.size(); from += ROWS_PER_STATEMENT) {
            insert(connection, id, from, chunks.subList(from, Math.min(chunks.size(), from + ROWS_PER_STATEMENT)));
        }
        int number = 0;
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.cutover_fact VALUES (?, ?, ?, ?, ?)")) {
            for (Map.Entry<String, List<String>> fact : facts.entrySet()) {
                for (String text : fact.getValue()) {
                    insert.setString(1, pipeline);
                    insert.setString(2, id);
                    insert.setInt(3, ++number);
                    insert.setString(4, fact.getKey());
                    insert.setString(5, text.replace('\0', '\uFFFD') + " ");
                    insert.executeUpdate();
                }
            }
        }
    }

    private void insert(Connection connection, String id, int before, List<Chunk> chunks) throws SQLException {
        String places = String.join(", ", Collections.nCopies(chunks.size(), "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.cutover_chunk VALUES " + places)) {
            int place = 1;
            int number = before;
            for (Chunk chunk : chunks) {
                insert.setString(place++, pipeline);
                insert.setString(place++, id);
                insert.setInt(place++, ++number);
                insert.setString(place++, chunk.table().schema());
                insert.setString(place++, chunk.table().name());
                insert.setString(place++, text(chunk.range().after()));
                insert.setString(place++, text(chunk.range().upTo()));
                insert.setLong(place++, chunk.chunk().rows());
                insert.setString(place++, Long.toHexString(chunk.chunk().sourceDigest()));
                insert.setString(place++, Long.toHexString(chunk.chunk().targetDigest()));
            }
            insert.executeUpdate();
        }
    }

    private static String text(List<String> key) {
        StringBuilder text = new StringBuilder();
        key.forEach(part -> text.append(PART).append(part));
        return text + " ";
    }

    private static List<String> key(String text) {
        String parts = text.substring(0, text.length() - 1);
        return parts.isEmpty()
                ? List.of()
                : List.of(parts.substring(PART.length()).split(PART, -1));
    }

    /** Returns what an attempt has compared. */
    public List<Chunk> chunks(Connection connection, String id) throws SQLException {
        List<Chunk> chunks = new ArrayList<>();
        if (!exists(connection)) {
            return chunks;
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT schema_name, table_name, after_key, up_to_key,"
                        + " row_count, source_digest, target_digest FROM gaussferry.cutover_chunk WHERE pipeline = ? AND id = ?"
                        + " ORDER BY schema_name, table_name, number")) {
            select.setString(1, pipeline);
            select.setString(2, id);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    chunks.add(new Chunk(
                            new TableId(row.getString(1), row.getString(2)),
                            new KeyRange(key(row.getString(3)), key(row.getString(4))),
                            new ComparedChunk(
                                    row.getLong(5),
                                    Long.parseUnsignedLong(row.getString(6), 16),
                                    Long.parseUnsignedLong(row.getString(7), 16))));
                }
            }
        }
        return chunks;
    }

    /** Returns what else was known, by name. */
    public Map<String, List<String>> facts(Connection connection, String id) throws SQLException {
        return facts(connection, id, "%");
    }

    /**
     * Returns some of what else was known, by name.
     *
     * @param names a pattern for LIKE
     */
    Map<String, List<String>> facts(Connection connection, String id, String names) throws SQLException {
        Map<String, List<String>> facts = new LinkedHashMap<>();
        if (!exists(connection)) {
            return facts;
        }
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT name, fact FROM gaussferry.cutover_fact WHERE pipeline = ? AND id = ? AND name LIKE ?"
                        + " ORDER BY number")) {
            select.setString(1, pipeline);
            select.setString(2, id);
            select.setString(3, names);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    facts.computeIfAbsent(row.getString(1), name -> new ArrayList<>())
                            .add(row.getString(2).strip());
                }
            }
        }
        return facts;
    }
}
