package io.gaussferry.preflight.table;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.catalog.ExactNames;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.CatalogRows.Row;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports foreign keys of the source that change rows of the child table. Up to MySQL 9.5, InnoDB does not write these
 * changes into the binlog.
 */
public final class CascadeCheck implements Check {

    private static final String FOREIGN_KEYS = "SELECT r.constraint_schema, r.table_name, r.constraint_name,"
            + " k.column_name, k.referenced_table_schema, k.referenced_table_name, k.referenced_column_name,"
            + " r.delete_rule, r.update_rule FROM information_schema.referential_constraints r"
            + " JOIN information_schema.key_column_usage k ON "
            + ExactNames.join("k", "r", "constraint_schema", "constraint_name", "table_name")
            + " WHERE k.referenced_table_name IS NOT NULL AND r.constraint_schema IN ";

    private static final String TABLE =
            "SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = ?";

    private static final String ORDER =
            " ORDER BY r.constraint_schema, r.table_name, r.constraint_name," + " k.ordinal_position";

    private final SourceServer server;
    private final List<String> schemas;
    private final Collection<ForeignKey> targetKeys;
    private final CheckedForeignKeys checkedKeys;

    /**
     * Creates the check.
     *
     * @param targetKeys the foreign keys that the target enforces on replicated tables, now or after their copy
     * @param checkedKeys the source's keys to check
     */
    public CascadeCheck(
            SourceServer server,
            List<String> schemas,
            Collection<ForeignKey> targetKeys,
            CheckedForeignKeys checkedKeys) {
        this.server = server;
        this.schemas = schemas;
        this.targetKeys = List.copyOf(targetKeys);
        this.checkedKeys = checkedKeys;
    }

    @Override
    public String subject() {
        return "the foreign keys of the source";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        boolean logged = CascadeLogging.isOn(server.connection());
        for (ForeignKey key : foreignKeys()) {
            if (!key.cascades()
                    || !server.settings().includes(key.child())
                    || !checkedKeys.has(key.child(), key.parent())) {
                continue;
            }
            // The rows of a parent that is not replicated do not change on the target, so the target's key never fires.
            boolean onTarget = server.settings().includes(key.parent())
                    && targetKeys.stream()
                            .anyMatch(key.renamed(server.settings().renames()::targetOf)::actsLike);
            if (logged) {
                findings.add(
                        FindingCode.SOURCE_CASCADE_LOGGED,
                        FindingLocation.SOURCE.in(key.child()),
                        describe(key),
                        "This version of MySQL writes the child rows' changes into the binlog, so they"
                                + " arrive as row changes.",
                        "omit the foreign key on the target until the switch");
            } else if (!onTarget && mayExist(key.parent())) {
                findings.add(
                        FindingCode.SOURCE_CASCADE,
                        FindingLocation.SOURCE.in(key.child()),
                        describe(key),
                        "Up to 9.5 MySQL does not write the child rows that this key changes into its"
                                + " binlog: the target would keep their old values, unless it has the same key, and"
                                + " the key is not disabled there (DISABLE TRIGGER).",
                        "let Gaussferry create it (gaussferry.target.foreign-keys: create, with its parent"
                                + " table replicated), or create the same foreign key with the same action on the"
                                + " target; or replace it at the source by a key without an action and let the"
                                + " application change the child rows; or upgrade the source to MySQL 9.6 or later");
            }
        }
    }

    /**
     * Returns whether a key to a table can have an effect: not if the parent was dropped with {@code foreign_key_checks
     * = 0}. Tables that are not replicated may be invisible to the account.
     */
    private boolean mayExist(TableId table) throws SQLException {
        return !server.settings().includes(table)
                || !CatalogRows.of(server.connection(), TABLE, List.of(table.schema(), table.name()))
                        .isEmpty();
    }

    private static String describe(ForeignKey key) {
        return "Foreign key " + key.name() + " of table " + key.child() + " to " + key.parent() + " has "
                + key.actions() + ".";
    }

    private Collection<ForeignKey> foreignKeys() throws SQLException {
        if (schemas.isEmpty()) {
            return List.of();
        }
        Map<String, ForeignKey> keys = new LinkedHashMap<>();
        for (Row row : CatalogRows.of(
                server.connection(), FOREIGN_KEYS + CatalogRows.placeholders(schemas.size()) + ORDER, schemas)) {
            ForeignKey part = new ForeignKey(
                    row.text(2),
                    new TableId(row.text(0), row.text(1)),
                    List.of(row.text(3)),
                    new TableId(row.text(4), row.text(5)),
                    List.of(row.text(6)),
                    row.text(7),
                    row.text(8));
            keys.merge(part.child() + " " + part.name(), part, ForeignKey::withColumnsOf);
        }
        return keys.values();
    }
}
