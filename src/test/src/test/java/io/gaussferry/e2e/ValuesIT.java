package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies values that lose a row, a transaction or the whole replication in tools that insert them into SQL strings. */
class ValuesIT {

    /** Values for one row; the id is its index in the list. */
    private record Row(
            @Nullable Integer number,
            @Nullable String text,
            byte @Nullable [] bytes,
            @Nullable String amount) {}

    private static final List<Row> ROWS = List.of(
            new Row(null, null, null, null),
            new Row(0, "", new byte[0], "0.00"),
            new Row(-1, "O'Brien said \"it's `fine`\"", new byte[] {0}, "-0.01"),
            new Row(
                    Integer.MAX_VALUE,
                    "back\\slash, \\n, \\N, \\., \\\\x41 and \\",
                    new byte[] {0, 0, 0},
                    "99999999.99"),
            new Row(
                    Integer.MIN_VALUE,
                    "tab\t, line\n, return\r, bell\u0007",
                    new byte[] {'\\', 'x', '4', '1'},
                    "-99999999.99"),
            new Row(1, "😀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ü ß 中文 \u200f", everyByte(), "1.10"),
            new Row(2, "{braces, \"quoted\", NULL}", new byte[] {(byte) 0xff, (byte) 0xfe, 0, 0}, "1.00"),
            new Row(3, "NULL", "NULL".getBytes(StandardCharsets.US_ASCII), null),
            new Row(4, "$1 ? :name %s -- comment /* */ ;", new byte[] {'\''}, null),
            new Row(5, " blanks at both ends  ", new byte[] {' ', 0, ' '}, "5"));

    private static byte[] everyByte() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(strings = {", PRIMARY KEY (id)", ""})
    void replicatesAwkwardValues(String key) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_values")) {
            migration.source("CREATE TABLE v (id INT NOT NULL, number INT, note VARCHAR(100), long_text LONGTEXT,"
                    + " bytes VARBINARY(256), long_bytes LONGBLOB, fixed BINARY(4), amount DECIMAL(10, 2)" + key + ")");
            insert(migration, 0);
            migration.start();
            migration.assertEqualContent();
            assertReadsAs(migration, 0, 0);

            insert(migration, 1_000);
            update(migration, 0);
            migration.assertEqualContent();
            assertReadsAs(migration, 1_000, 0);
            assertReadsAs(migration, 0, 1);

            migration.stop();
            insert(migration, 2_000);
            update(migration, 1_000);
            migration.source("DELETE FROM v WHERE id < 1000");
            migration.start();
            migration.assertEqualContent();
            assertReadsAs(migration, 2_000, 0);
            assertReadsAs(migration, 1_000, 1);
            assertThat(migration.targetRows("SELECT count(*) FROM v")).containsExactly(String.valueOf(2 * ROWS.size()));
        }
    }

    private static void insert(Migration migration, int firstId) throws SQLException {
        try (Connection connection = migration.openSource();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO v (number, note, long_text, bytes, long_bytes, fixed, amount, id)"
                                + " VALUES (?, ?, ?, ?, ?, SUBSTRING(?, 1, 4), ?, ?)")) {
            for (int i = 0; i < ROWS.size(); i++) {
                execute(insert, ROWS.get(i), firstId + i);
            }
        }
    }

    /** Gives every row the values of the next one. */
    private static void update(Migration migration, int firstId) throws SQLException {
        try (Connection connection = migration.openSource();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE v SET number = ?, note = ?, long_text = ?, bytes = ?, long_bytes = ?,"
                                + " fixed = SUBSTRING(?, 1, 4), amount = ? WHERE id = ?")) {
            for (int i = 0; i < ROWS.size(); i++) {
                execute(update, ROWS.get((i + 1) % ROWS.size()), firstId + i);
            }
        }
    }

    private static void execute(PreparedStatement statement, Row row, int id) throws SQLException {
        statement.setObject(1, row.number());
        statement.setString(2, row.text());
        statement.setString(3, row.text());
        statement.setBytes(4, row.bytes());
        statement.setBytes(5, row.bytes());
        statement.setBytes(6, row.bytes());
        statement.setString(7, row.amount());
        statement.setInt(8, id);
        assertThat(statement.executeUpdate()).isEqualTo(1);
    }

    /** Queries the target itself: the comparison of both sides could be wrong about both in the same way. */
    private static void assertReadsAs(Migration migration, int firstId, int shift) throws SQLException {
        List<@Nullable String> expected = new ArrayList<>();
        List<@Nullable String> found = new ArrayList<>();
        for (int i = 0; i < ROWS.size(); i++) {
            Row row = ROWS.get((i + shift) % ROWS.size());
            expected.add(row.number() == null ? null : row.number().toString());
            expected.add(row.text());
            expected.add(row.text());
        }
        try (Connection connection = migration.openTarget();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT \"number\", \"note\", long_text FROM v WHERE id >= "
                        + firstId + " AND id < " + (firstId + ROWS.size()) + " ORDER BY id")) {
            while (result.next()) {
                found.add(result.getString(1));
                found.add(result.getString(2));
                found.add(result.getString(3));
            }
        }
        assertThat(found).isEqualTo(expected);
    }
}
