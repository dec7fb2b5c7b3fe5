package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.CopyText;
import io.gaussferry.convert.ValueCodec;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetCatalog;
import io.gaussferry.source.CascadeLogging;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the rows that are there. Everything, tables and rows and the first progress, is one transaction of the target: a
 * copy that was interrupted leaves nothing behind, and one that was committed is whole.
 */
public final class InitialCopy {

    private static final Logger LOG = LoggerFactory.getLogger(InitialCopy.class);

    /** Rows are handed to the driver in pieces of about this size, bytes. */
    private static final int PIECE_BYTES = 256 * 1024;

    private final Connection target;
    private final TargetTableCreator creator;
    private final Conversion conversion;

    /**
     * @param target a connection without autocommit; what is done is left to the caller to commit
     * @param creator creates what is missing
     * @param conversion reads the selected values
     */
    public InitialCopy(Connection target, TargetTableCreator creator, Conversion conversion) {
        this.target = target;
        this.creator = creator;
        this.conversion = conversion;
    }

    /**
     * Creates missing tables, copies all rows, then creates the tables' other indexes, checks and foreign keys; returns the
     * number of rows.
     */
    public long copy(SourceSnapshot snapshot) throws SQLException {
        long rows = 0;
        Set<TableId> createdTables = new HashSet<>();
        creator.reserve(snapshot.catalog().definitions());
        List<TableDefinition> tables = snapshot.catalog().definitions().stream()
                .sorted((a, b) -> a.id().compareTo(b.id()))
                .toList();
        for (TableDefinition table : tables) {
            boolean created = new TargetCatalog(target).find(table).isEmpty();
            TargetSchema schema = TargetSchema.of(table, conversion);
            if (created) {
                creator.createTable(schema);
                createdTables.add(table.id());
            } else {
                requireEmpty(table);
            }
            long copied = copyRows(snapshot.connection(), table);
            if (created) {
                creator.complete(schema);
            }
            rows += copied;
            LOG.info("Copied table {}: {} rows", table.id(), copied);
        }
        creator.createForeignKeys(tables, createdTables, CascadeLogging.isOn(snapshot.connection()));
        creator.report();
        return rows;
    }

    private void requireEmpty(TableDefinition table) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT 1 FROM " + Identifiers.quoteTarget(table.id()) + " LIMIT 1")) {
            if (rows.next()) {
                throw new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "Table " + table.id() + " has rows on the target, but this pipeline has no progress there.",
                        "empty or drop the table on the target; or, if another pipeline filled it, set gaussferry.pipeline "
                                + "to that one's name",
                        null);
            }
        }
    }

    private long copyRows(Connection source, TableDefinition table) throws SQLException {
        List<ColumnDefinition> columns = table.columns();
        List<ValueCodec> valueCodecs = new ArrayList<>();
        for (ColumnDefinition column : columns) {
            valueCodecs.add(conversion.copyCodec(table.id(), column));
        }
        String select = "SELECT "
                + columns.stream()
                        .map(column -> valueCodecs
                                .get(columns.indexOf(column))
                                .selectExpression(Identifiers.quoteSource(column.name())))
                        .collect(Collectors.joining(", "))
                + " FROM " + Identifiers.quoteSource(table.id());
        String copy = "COPY " + Identifiers.quoteTarget(table.id()) + " ("
                + columns.stream()
                        .map(column -> Identifiers.quoteTarget(column.name()))
                        .collect(Collectors.joining(", "))
                + ") FROM STDIN";
        try (Statement statement = source.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // Connector/J's way to say: one row at a time, do not buffer the table
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(select)) {
                return copyRows(rows, table, valueCodecs, copy);
            }
        }
    }

    private long copyRows(ResultSet rows, TableDefinition table, List<ValueCodec> valueCodecs, String copy)
            throws SQLException {
        CopyText text = new CopyText();
        CopyIn copyIn = target.unwrap(PGConnection.class).getCopyAPI().copyIn(copy);
        try {
            long sent = 0;
            while (rows.next()) {
                for (int i = 0; i < valueCodecs.size(); i++) {
                    writeValue(rows, table, i, valueCodecs.get(i), text);
                }
                text.endRow();
                sent++;
                if (text.length() >= PIECE_BYTES) {
                    copyIn.writeToCopy(text.buffer(), 0, text.length());
                    text.reset();
                }
            }
            copyIn.writeToCopy(text.buffer(), 0, text.length());
            long taken = copyIn.endCopy();
            if (taken != sent) {
                throw new GaussferryException(
                        ErrorCategory.DATA,
                        "The target took " + taken + " of " + sent + " rows of table " + table.id() + ".",
                        "look for triggers or rules on the target's table that drop rows",
                        null);
            }
            return sent;
        } finally {
            if (copyIn.isActive()) {
                copyIn.cancelCopy();
            }
        }
    }

    private static void writeValue(ResultSet row, TableDefinition table, int column, ValueCodec codec, CopyText text)
            throws SQLException {
        byte[] value = row.getBytes(column + 1);
        if (value == null) {
            text.nullValue();
            return;
        }
        try {
            codec.writeSelected(value, text);
        } catch (GaussferryException e) {
            throw new GaussferryException(
                    e.category(),
                    "A value of table " + table.id() + ", column "
                            + table.columns().get(column).name() + ", in " + description(row, table)
                            + ", cannot be carried over: " + e.problem() + "\n  at: initial copy",
                    e.remedy(),
                    e);
        }
    }

    /** Names a selected row by its key. */
    private static String description(ResultSet row, TableDefinition table) throws SQLException {
        Optional<IndexDefinition> key = table.rowKey();
        if (key.isEmpty()) {
            return "a row without a key";
        }
        List<String> parts = new ArrayList<>();
        for (IndexDefinition.Part part : key.get().parts()) {
            parts.add(table.columns().get(part.column()).name() + " = " + row.getString(part.column() + 1));
        }
        return "the row with " + String.join(", ", parts);
    }
}
