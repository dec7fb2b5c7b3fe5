package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlRowWriters;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.ReverseFinding;
import io.gaussferry.convert.image.ReverseMapping;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.catalog.FenceTriggers;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.VisibleObjects;
import io.gaussferry.opengauss.decoding.TargetShapes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The tables of reverse replication, with MySQL's definitions: after the switch no client changes them. Stateless. */
final class ReverseTables {

    private static final String TRIGGERS =
            "SELECT event_object_schema, event_object_table, trigger_name FROM information_schema.triggers WHERE "
                    + FenceTriggers.EXCLUDED;

    private static final String OTHER_ENGINES = "SELECT table_schema, table_name, engine FROM information_schema.tables"
            + " WHERE table_type = 'BASE TABLE' AND engine <> 'InnoDB'";

    private ReverseTables() {}

    /** Returns the tables that are visible to the replay's account: another account may not see all. */
    static List<TableDefinition> read(ReverseSettings settings) throws SQLException {
        try (Connection mysql = settings.openForDefinitions()) {
            return read(mysql, settings);
        }
    }

    /** Returns the same tables, read by an open connection for definitions. */
    static List<TableDefinition> read(Connection mysql, ReverseSettings settings) throws SQLException {
        List<TableDefinition> tables = List.copyOf(
                new MySqlSchemaReader(mysql, settings.source()).read().definitions());
        return isRecent(ServerVersion.of(mysql)) ? SpatialReferenceSystems.withDeclared(mysql, tables) : tables;
    }

    /** Returns whether the server has {@code VALUES ROW} (8.0.19) and the hint {@code INDEX} (8.0.20). */
    static boolean isRecent(ServerVersion mysql) {
        return mysql.isAtLeast(8, 0, 20);
    }

    private static String logLevel(Connection target) throws SQLException {
        return Sql.first(target, row -> row.getString(1), "SHOW wal_level").orElseThrow();
    }

    /**
     * Returns the obstacles to reverse replication: values that cannot be converted, and tables in which MySQL would
     * change additional rows.
     */
    static List<String> findings(
            Connection mysql,
            Connection target,
            List<TableDefinition> tables,
            ReverseSettings settings,
            TargetProfile profile)
            throws SQLException {
        List<String> findings = new ArrayList<>();
        ServerVersion version = ServerVersion.of(mysql);
        if (!isRecent(version)) {
            findings.add("MySQL is " + version.major() + "." + version.minor() + "." + version.patch()
                    + ": reverse replication needs MySQL 8.0.20 or later, which supports index hints for row lookups.");
        } else {
            findings.addAll(SpatialReferenceSystems.findings(mysql, tables));
        }
        String level = logLevel(target);
        if (!level.equals("logical")) {
            findings.add("The target's wal_level is " + level + ": set it to logical, and restart the target.");
        }
        List<TableId> names = tables.stream().map(TableDefinition::targetId).toList();
        Conversion conversion = new Conversion(profile, settings.rules(), new RuleUsage());
        for (ReverseFinding finding : ReverseMapping.findings(tables, TargetShapes.read(target, names), conversion)) {
            if (finding.kind() == ReverseFinding.Kind.NEVER) {
                findings.add(finding.toString());
            }
        }
        boolean events = MySqlRowWriters.supportsRowEvents(mysql);
        forEach(
                mysql,
                OTHER_ENGINES,
                tables,
                (table, engine) -> findings.add("Table " + table.id() + " has engine " + engine
                        + " in MySQL, which cannot roll changes back."));
        hiddenTriggers(VisibleObjects.of(mysql), tables, events).ifPresent(findings::add);
        forEach(mysql, TRIGGERS, tables, (table, trigger) -> {
            // rows events fire no triggers
            if (!events || !MySqlRowWriters.writesAllChangesAsEvents(table)) {
                findings.add(
                        "Table " + table.id() + " has trigger " + trigger
                                + " in MySQL, which would change additional rows: "
                                + (events
                                        ? "give the table a key if it has none, or drop the trigger."
                                        : "grant the account REPLICATION_APPLIER, with which no trigger fires, or drop the trigger."));
            }
        });
        return findings;
    }

    /** Reports tables whose triggers would fire unnoticed: MySQL hides triggers from accounts without the privilege. */
    static Optional<String> hiddenTriggers(VisibleObjects visible, List<TableDefinition> tables, boolean events) {
        List<TableId> hidden = tables.stream()
                .filter(table -> !events || !MySqlRowWriters.writesAllChangesAsEvents(table))
                .map(TableDefinition::id)
                .filter(table -> !visible.hasTriggersOf(table))
                .toList();
        if (hidden.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("The account does not see whether " + hidden.size() + " tables, such as " + hidden.get(0)
                + ", have triggers in MySQL, which would change additional rows: grant it "
                + (events ? "TRIGGER." : "REPLICATION_APPLIER, with which no trigger fires, or TRIGGER."));
    }

    /** Calls an action for each of the given tables that a query finds, with the query's third column. */
    private static void forEach(
            Connection mysql, String query, List<TableDefinition> tables, BiConsumer<TableDefinition, String> action)
            throws SQLException {
        try (Statement statement = mysql.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                TableId id = new TableId(rows.getString(1), rows.getString(2));
                String found = rows.getString(3);
                tables.stream().filter(table -> table.id().equals(id)).forEach(table -> action.accept(table, found));
            }
        }
    }
}
