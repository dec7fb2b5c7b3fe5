package io.gaussferry.mysql.history;

import io.gaussferry.model.NamePattern;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceFeatures;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The filter rules of a replica, which drop a part of the received changes, or redirect them to another database. The replica
 * counts every transaction as executed, even if it dropped all of its changes; its binlog does not record this.
 */
final class ReplicationRules {

    /** {@code ER_TABLEACCESS_DENIED_ERROR}, and the errors for a database, a column and an unknown table. */
    private static final List<Integer> NOT_READABLE = List.of(1142, 1044, 1143, 1146);

    private static final Pattern REWRITING = Pattern.compile("\\(([^,()]*),([^,()]*)\\)");

    private ReplicationRules() {}

    /**
     * One rule.
     *
     * @param channel the name of its channel; empty for the default channel
     * @param kind such as {@code REPLICATE_WILD_IGNORE_TABLE}
     * @param names its comma-separated names
     */
    record Rule(String channel, String kind, String names) {

        /**
         * Returns whether the rule can affect a table that is replicated to the target. A rule for databases affects all:
         * statements are dropped by the session's database, whatever they change.
         */
        boolean concerns(SourceSettings settings) {
            return switch (kind) {
                case "REPLICATE_IGNORE_TABLE" ->
                    List.of(names.split(",", -1)).stream().anyMatch(name -> concernsTable(name, settings));
                case "REPLICATE_WILD_IGNORE_TABLE" ->
                    List.of(names.split(",", -1)).stream()
                            .anyMatch(name -> concernsSchema(NamePattern.like(schemaOf(name)), settings));
                case "REPLICATE_REWRITE_DB" -> concernsRewriting(settings);
                default -> true;
            };
        }

        private static boolean concernsTable(String name, SourceSettings settings) {
            String schema = schemaOf(name);
            return settings.includes(schema)
                    ? settings.includes(
                            new TableId(schema, name.substring(Math.min(name.length(), schema.length() + 1))))
                    : concernsSchema(NamePattern.exactly(schema), settings);
        }

        private boolean concernsRewriting(SourceSettings settings) {
            Matcher pair = REWRITING.matcher(names);
            boolean found = false;
            while (pair.find()) {
                found = true;
                if (concernsSchema(NamePattern.exactly(pair.group(1).strip()), settings)
                        || concernsSchema(NamePattern.exactly(pair.group(2).strip()), settings)) {
                    return true;
                }
            }
            return !found;
        }

        private static boolean concernsSchema(NamePattern schema, SourceSettings settings) {
            List<String> included = settings.schemas().stream()
                    .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                    .toList();
            return schema.only()
                    .map(name -> SourceSettings.matches(included, name.toLowerCase(Locale.ROOT)))
                    .orElseGet(() -> included.stream()
                            .anyMatch(pattern -> NamePattern.of(pattern).overlaps(schema)));
        }

        private static String schemaOf(String name) {
            int dot = name.indexOf('.');
            return dot < 0 ? name : name.substring(0, dot);
        }

        @Override
        public String toString() {
            return kind + " = (" + names + ")" + (channel.isEmpty() ? "" : " for channel " + channel);
        }
    }

    /**
     * The rules of a server.
     *
     * @param rules rules of its channels and rules for new channels, if the account may read them
     * @param hasChannels whether it is a replica
     */
    record Found(List<Rule> rules, boolean hasChannels) {}

    static Found read(Connection connection) throws SQLException {
        List<Rule> rules = new ArrayList<>();
        boolean hasChannels = false;
        SourceFeatures features = SourceFeatures.of(connection);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(features.replicaStatus())) {
            while (row.next()) {
                hasChannels = true;
                for (String kind : List.of(
                        "Do_DB",
                        "Ignore_DB",
                        "Do_Table",
                        "Ignore_Table",
                        "Wild_Do_Table",
                        "Wild_Ignore_Table",
                        "Rewrite_DB")) {
                    add(
                            rules,
                            row.getString(features.channelColumn()),
                            "Replicate_" + kind,
                            row.getString("Replicate_" + kind));
                }
            }
        }
        readGlobal(connection, rules);
        return new Found(rules, hasChannels);
    }

    /**
     * Adds the global rules. A server that was a replica and was started with rules still has them here; the account may lack the
     * privilege to read them.
     */
    private static void readGlobal(Connection connection, List<Rule> rules) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(SourceDialect.of(connection).globalReplicationFilters())) {
            while (row.next()) {
                add(rules, "", row.getString(1), row.getString(2));
            }
        } catch (SQLException e) {
            if (!NOT_READABLE.contains(e.getErrorCode())) {
                throw e;
            }
        }
    }

    private static void add(List<Rule> rules, String channel, String kind, String names) {
        String found = names == null ? "" : names.replaceAll("\\s", "");
        Rule rule = new Rule(channel == null ? "" : channel, kind.toUpperCase(Locale.ROOT), found);
        if (!found.isEmpty() && !rules.contains(rule)) {
            rules.add(rule);
        }
    }
}
