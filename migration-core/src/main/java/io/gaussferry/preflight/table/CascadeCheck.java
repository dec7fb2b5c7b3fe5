package io.gaussferry.preflight.table;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.catalog.ExactNames;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.preflight.finding.Rows.Row;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Foreign keys of the source that change rows of the child table. Up to MySQL 9.5 InnoDB does so without writing it into the
 * binlog.
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
    private final KeysInForce inForce;

    /**
     * @param targetKeys the foreign keys that the target enforces on replicated tables, or will when they are copied
     * @param inForce which of the source's keys matter
     */
    public CascadeCheck(
            SourceServer server, List<String> schemas, Collection<ForeignKey> targetKeys, KeysInForce inForce) {
        this.server = server;
        this.schemas = schemas;
        this.targetKeys = List.copyOf(targetKeys);
        this.inForce = inForce;
    }

    @Override
    public String subject() {
        return "the foreign keys of the source";
    }

    @Override
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        boolean logged = CascadeLogging.isOn(server.connection());
        for (ForeignKey key : foreignKeys()) {
            if (!key.cascades()
                    || !server.settings().includes(key.child())
                    || !inForce.has(key.child(), key.parent())) {
                continue;
            }
            // the rows of a parent that is not replicated do not change on the target, where nothing sets such a key
            // off
            boolean onTarget = server.settings().includes(key.parent())
                    && targetKeys.stream()
                            .anyMatch(key.renamed(server.settings().renames()::targetOf)::actsLike);
            if (logged) {
                findings.add(
                        FindingCode.SOURCE_CASCADE_LOGGED,
                        Place.SOURCE.in(key.child()),
                        describe(key),
                        "This version of MySQL writes the child rows' changes into the binlog, so they arrive by themselves.",
                        "leave the foreign key out on the target until the switch");
            } else if (!onTarget && mayExist(key.parent())) {
                findings.add(
                        FindingCode.SOURCE_CASCADE,
                        Place.SOURCE.in(key.child()),
                        describe(key),
                        "Up to 9.5 MySQL does not write into its binlog which rows of the child table are changed by this:"
                                + " the target would keep them as they were, unless it has the same key, and that is not"
                                + " switched off there (DISABLE TRIGGER).",
                        "let Gaussferry create it (gaussferry.target.foreign-keys: create, and its parent table replicated), or create the same foreign key with"
                                + " the same action on the target; or replace it at the source by one without an action and"
                                + " let the application change the child rows; or upgrade the source to MySQL 9.6 or later");
            }
        }
    }

    /** A key whose parent was dropped with {@code foreign_key_checks = 0} changes nothing. The account may not see tables that are not replicated. */
    private boolean mayExist(TableId table) throws SQLException {
        return !server.settings().includes(table)
                || !Rows.of(server.connection(), TABLE, List.of(table.schema(), table.name()))
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
        for (Row row :
                Rows.of(server.connection(), FOREIGN_KEYS + Rows.placeholders(schemas.size()) + ORDER, schemas)) {
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
