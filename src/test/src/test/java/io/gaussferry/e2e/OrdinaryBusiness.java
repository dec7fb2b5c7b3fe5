package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * TPC-C's transactions, each with the writes of an ordinary application: compact JSON, a table with generated columns that are never named, checks,
 * unique keys, a foreign key that cascades, numbers of AUTO_INCREMENT, and a table without a key. The receipts determine all rows.
 */
final class OrdinaryBusiness implements SwitchingApplication.Business {

    private static final int KEPT = 40;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final TpccBusiness tpcc;

    private OrdinaryBusiness(TpccBusiness tpcc) {
        this.tpcc = tpcc;
    }

    /** Creates its tables at the source. */
    static OrdinaryBusiness create(Migration migration, ServerAddress source, long seed) throws SQLException {
        TpccBusiness tpcc = TpccBusiness.create(migration, source, seed);
        migration.source(
                "CREATE TABLE folder (id BIGINT AUTO_INCREMENT PRIMARY KEY, terminal INT NOT NULL, number BIGINT NOT NULL,"
                        + " UNIQUE KEY by_number (terminal, number))",
                "CREATE TABLE document (terminal INT NOT NULL, number BIGINT NOT NULL, folder BIGINT NOT NULL, body JSON NOT NULL,"
                        + " quantity INT NOT NULL, price DECIMAL(10,2) NOT NULL, code VARCHAR(40) NOT NULL,"
                        + " total DECIMAL(14,2) AS (quantity * price) STORED, label VARCHAR(40) AS (CONCAT('n', quantity)) VIRTUAL,"
                        + " changed TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),"
                        + " PRIMARY KEY (terminal, number), UNIQUE KEY by_code (code), KEY by_label (label),"
                        + " CONSTRAINT positive CHECK (quantity > 0), CONSTRAINT coded CHECK (code <> ''),"
                        + " CONSTRAINT in_folder FOREIGN KEY (folder) REFERENCES folder (id) ON DELETE CASCADE)",
                "CREATE TABLE trace (terminal INT NOT NULL, number BIGINT NOT NULL, note VARCHAR(10), KEY (terminal, number))");
        return new OrdinaryBusiness(tpcc);
    }

    @Override
    public SwitchingApplication.Seat open(Connection connection, int writer) throws SQLException {
        SwitchingApplication.Seat seat = tpcc.open(connection, writer);
        return number -> {
            Optional<String> receipt = seat.write(number);
            if (receipt.isPresent()) {
                write(connection, writer, number);
            }
            return receipt;
        };
    }

    /** Creates a document with its folder, changes the former document, and deletes old folders. */
    private static void write(Connection connection, int terminal, long number) throws SQLException {
        String own = " WHERE terminal = " + terminal + " AND number ";
        List<String> former = Server.rows(connection, "SELECT MAX(number) FROM document" + own + "< " + number);
        try (Statement statement = connection.createStatement()) {
            if (!former.get(0).equals("null")) {
                Document changed = Document.of(terminal, Long.parseLong(former.get(0)), true);
                statement.execute("UPDATE document SET quantity = " + changed.quantity + ", body = '" + changed.body
                        + "', code = '" + changed.code + "'" + own + "= " + changed.number);
                statement.execute("UPDATE trace SET note = 'old'" + own + "= " + changed.number);
            }
            statement.execute("INSERT INTO folder (terminal, number) VALUES (" + terminal + ", " + number + ")");
            Document created = Document.of(terminal, number, false);
            statement.execute("INSERT INTO document (terminal, number, folder, body, quantity, price, code) SELECT "
                    + terminal + ", " + number + ", id, '" + created.body + "', " + created.quantity + ", 1.25, '"
                    + created.code + "' FROM folder" + own + "= " + number);
            String twin = "(" + terminal + ", " + number + ", 'new')";
            statement.execute("INSERT INTO trace (terminal, number, note) VALUES " + twin + ", " + twin);
            statement.execute("DELETE FROM folder" + own + "< " + (number - KEPT));
            statement.execute("DELETE FROM trace" + own + "< " + (number - KEPT));
        }
    }

    /** A row of {@code document}, as created or as changed by the next transaction of its terminal. */
    private record Document(int terminal, long number, boolean changed, String body, long quantity, String code) {

        static Document of(int terminal, long number, boolean changed) {
            String body = "{\"name\":\"é" + number + "\",\"id\":" + terminal + ",\"changed\":" + changed
                    + ",\"price\":1.50,\"tags\":[\"a\",{\"b\":null}]}";
            return new Document(
                    terminal,
                    number,
                    changed,
                    body,
                    number % 9 + (changed ? 2 : 1),
                    (changed ? "old-" : "new-") + terminal + "-" + number);
        }

        /** Returns the values except the document, which each side prints in its own way. */
        String row() {
            return terminal + "|" + number + "|" + quantity + "|" + code + "|";
        }
    }

    @Override
    public String receipts() {
        return tpcc.receipts();
    }

    @Override
    public void requireConsistent(Connection connection) throws SQLException {
        tpcc.requireConsistent(connection);
        Map<Integer, NavigableSet<Long>> numbers = new HashMap<>();
        for (String row : Server.rows(connection, "SELECT terminal, number FROM receipt")) {
            String[] receipt = row.split("\\|", -1);
            numbers.computeIfAbsent(Integer.valueOf(receipt[0]), unused -> new TreeSet<>())
                    .add(Long.valueOf(receipt[1]));
        }
        Map<String, JsonNode> documents = new TreeMap<>();
        List<String> traces = new ArrayList<>();
        numbers.forEach((terminal, all) -> {
            for (long number : all.tailSet(all.last() - KEPT)) {
                boolean changed = number != all.last();
                Document document = Document.of(terminal, number, changed);
                documents.put(document.row(), JSON.readTree(document.body));
                traces.add(terminal + "|" + number + "|" + (changed ? "old" : "new") + "|2");
            }
        });
        Map<String, JsonNode> found = new TreeMap<>();
        for (String row : Server.rows(
                connection,
                "SELECT d.terminal, d.number, quantity, code, body FROM document d"
                        + " JOIN folder f ON f.id = folder AND f.number = d.number")) {
            int body = row.indexOf('{');
            found.put(row.substring(0, body), JSON.readTree(row.substring(body)));
        }
        assertThat(found).as("documents").isEqualTo(documents);
        assertThat(Server.rows(
                        connection,
                        "SELECT terminal, number, note, COUNT(*) FROM trace GROUP BY terminal, number, note"))
                .as("rows without a key")
                .containsExactlyInAnyOrderElementsOf(traces);
    }
}
