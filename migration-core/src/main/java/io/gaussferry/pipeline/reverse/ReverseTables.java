package io.gaussferry.pipeline.reverse;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.ReverseFinding;
import io.gaussferry.convert.image.ReverseMapping;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.decoding.TargetShapes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Which tables go back, as MySQL has them: nobody changes them there once its writers are gone. Stateless. */
final class ReverseTables {

    private static final String NOT_WRITTEN_PLAINLY =
            "SELECT CONCAT(t.event_object_schema, '.', t.event_object_table), CONCAT('trigger ', t.trigger_name),"
                    + " t.event_object_schema, t.event_object_table FROM information_schema.triggers t"
                    + " UNION ALL SELECT CONCAT(table_schema, '.', table_name), CONCAT('engine ', engine), table_schema, table_name"
                    + " FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND engine <> 'InnoDB'";

    private ReverseTables() {}

    /** Returns them, as the account sees them by which they were replayed: another may not see all. */
    static List<TableDefinition> read(ReverseSettings settings) throws SQLException {
        try (Connection mysql = settings.openForDefinitions()) {
            return List.copyOf(
                    new MySqlSchemaReader(mysql, settings.source()).read().definitions());
        }
    }

    /** {@code VALUES ROW} is of 8.0.19, the hint {@code INDEX} of 8.0.20. */
    static boolean isRecent(ServerVersion mysql) {
        return mysql.isAtLeast(8, 0, 20);
    }

    private static String logLevel(Connection target) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SHOW wal_level")) {
            row.next();
            return row.getString(1);
        }
    }

    /** Returns what stands in the way of going back: values that cannot, and tables that MySQL would change more in than it is told. */
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
            findings.add(
                    "MySQL is " + version.major() + "." + version.minor() + "." + version.patch()
                            + ": what is written back takes MySQL 8.0.20 or later, which looks rows up by the index that is named.");
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
        try (PreparedStatement select = mysql.prepareStatement(NOT_WRITTEN_PLAINLY);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                TableId id = new TableId(rows.getString(3), rows.getString(4));
                if (tables.stream().anyMatch(table -> table.id().equals(id))) {
                    findings.add(
                            "Table " + rows.getString(1) + " has " + rows.getString(2)
                                    + " in MySQL, which would change more than is brought back, or keep it where the rest is undone");
                }
            }
        }
        return findings;
    }
}
