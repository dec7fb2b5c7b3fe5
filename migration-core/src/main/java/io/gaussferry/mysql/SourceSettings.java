package io.gaussferry.mysql;

import io.gaussferry.error.Redaction;
import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.model.TableRenames;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How to reach the MySQL server and what to take from it.
 *
 * @param url JDBC URL without a password in it; {@code sslMode} in it also governs the binlog connection. It may name several
 *     servers with the same GTIDs, the preferred one first
 * @param user account with SELECT, REPLICATION SLAVE, REPLICATION CLIENT, and RELOAD where the copy may lock
 * @param password its password
 * @param schemas patterns of database names, {@code *} for any characters; the system's own are never taken
 * @param tables which of their tables are taken
 * @param renames what they are called on the target
 * @param serverId this replica's id, unique among all that are connected to the server: 1 to 4,294,967,295
 * @param transactionPartBytes a transaction of more bytes of binlog is passed on in parts of about this size
 * @param maximumEventBytes largest event that is taken, in bytes of binlog: about the largest row
 * @param timeouts how long to wait for a server that does not answer
 */
public record SourceSettings(
        String url,
        String user,
        String password,
        List<String> schemas,
        TableFilter tables,
        TableRenames renames,
        long serverId,
        long transactionPartBytes,
        long maximumEventBytes,
        SourceTimeouts timeouts) {

    /** The system's own, and ours, where the way back keeps its progress. */
    private static final List<String> SYSTEM_SCHEMAS =
            List.of("mysql", "sys", "information_schema", "performance_schema", "gaussferry");

    public SourceSettings {
        schemas = List.copyOf(schemas);
    }

    /** Takes all tables, under their own names. */
    public SourceSettings(
            String url,
            String user,
            String password,
            List<String> schemas,
            long serverId,
            long transactionPartBytes,
            long maximumEventBytes,
            SourceTimeouts timeouts) {
        this(
                url,
                user,
                password,
                schemas,
                TableFilter.ALL,
                TableRenames.NONE,
                serverId,
                transactionPartBytes,
                maximumEventBytes,
                timeouts);
    }

    /** Returns the same for these tables alone, to be read beside this under an id of its own. */
    public SourceSettings only(Collection<TableId> chosen, long otherServerId) {
        List<TablePattern> patterns = chosen.stream().map(TablePattern::exactly).toList();
        return new SourceSettings(
                url,
                user,
                password,
                chosen.stream().map(TableId::schema).distinct().toList(),
                new TableFilter(patterns, List.of()),
                renames,
                otherServerId,
                transactionPartBytes,
                maximumEventBytes,
                timeouts);
    }

    /** Returns the same for each of the servers that the URL names, in their order. */
    public List<SourceSettings> servers() {
        return MySqlUrl.split(url).stream().map(this::withUrl).toList();
    }

    /** Returns the same for another account. */
    public SourceSettings withAccount(String otherUser, String otherPassword) {
        return new SourceSettings(
                url,
                otherUser,
                otherPassword,
                schemas,
                tables,
                renames,
                serverId,
                transactionPartBytes,
                maximumEventBytes,
                timeouts);
    }

    private SourceSettings withUrl(String other) {
        return new SourceSettings(
                other,
                user,
                password,
                schemas,
                tables,
                renames,
                serverId,
                transactionPartBytes,
                maximumEventBytes,
                timeouts);
    }

    /** Returns whether the table is to be replicated. */
    public boolean includes(TableId table) {
        return includes(table.schema()) && tables.includes(table);
    }

    /** Returns whether tables of the database are to be replicated. */
    public boolean includes(String schema) {
        return matches(schemas, schema);
    }

    /** Returns whether one of the patterns is for the database, and it is none of MySQL's own. */
    public static boolean matches(List<String> schemas, String schema) {
        return !SYSTEM_SCHEMAS.contains(schema) && schemas.stream().anyMatch(pattern -> matches(pattern, schema));
    }

    private static boolean matches(String pattern, String name) {
        StringBuilder expression = new StringBuilder();
        for (String literal : pattern.split("\\*", -1)) {
            expression.append(expression.isEmpty() ? "" : ".*").append(Pattern.quote(literal));
        }
        return name.matches(expression.toString());
    }

    @Override
    public String toString() {
        return "MySQL at " + Redaction.of(url) + " as " + user;
    }
}
