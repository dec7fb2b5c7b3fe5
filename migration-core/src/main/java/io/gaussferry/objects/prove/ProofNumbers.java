package io.gaussferry.objects.prove;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.AutoIncrementAttribute;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Has the target give out the same numbers as the source's AUTO_INCREMENT, which it has only after PREPARE of a cutover. */
final class ProofNumbers {

    private final Connection source;
    private final Connection target;
    private final boolean dolphin;
    /** The statement that sets each table's next number, up to the number. */
    private final Map<TableDefinition, String> counters = new LinkedHashMap<>();

    ProofNumbers(Connection source, Connection target, boolean dolphin) {
        this.source = source;
        this.target = target;
        this.dolphin = dolphin;
    }

    /** Prepares a table in the target's transaction. Rewrites it, so it must be small. */
    void add(TableDefinition table) throws SQLException {
        OptionalInt column = table.autoIncrementColumn();
        if (column.isEmpty()) {
            return;
        }
        String name = table.columns().get(column.getAsInt()).name();
        TableId target = table.targetId();
        if (dolphin) {
            if (AutoIncrementAttribute.columnOf(this.target, target).isEmpty()) {
                AutoIncrementAttribute.addTo(this.target, target, name);
            }
            counters.put(table, "ALTER TABLE " + Identifiers.quoteTarget(target) + " AUTO_INCREMENT = ");
            return;
        }
        String sequence = Identifiers.quoteTarget(new TableId(target.schema(), "gaussferry_number_" + counters.size()));
        try (Statement statement = this.target.createStatement()) {
            statement.execute("CREATE SEQUENCE " + sequence);
            statement.execute("ALTER TABLE " + Identifiers.quoteTarget(target) + " ALTER COLUMN "
                    + Identifiers.quoteTarget(name) + " SET DEFAULT nextval(" + Identifiers.literal(sequence) + ")");
        }
        counters.put(table, "ALTER SEQUENCE " + sequence + " RESTART WITH ");
    }

    /** Makes the next number of each table that of the source. */
    void align() throws SQLException {
        for (Map.Entry<TableDefinition, String> counter : counters.entrySet()) {
            try (Statement statement = target.createStatement()) {
                statement.execute(counter.getValue() + next(counter.getKey().id()));
            }
        }
    }

    private long next(TableId table) throws SQLException {
        try (PreparedStatement query = source.prepareStatement(
                "SELECT COALESCE(auto_increment, 1) FROM information_schema.tables WHERE table_schema = ? AND table_name = ?")) {
            query.setString(1, table.schema());
            query.setString(2, table.name());
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getLong(1) : 1;
            }
        }
    }
}
