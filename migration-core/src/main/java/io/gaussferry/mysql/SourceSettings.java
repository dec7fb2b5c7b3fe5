package io.gaussferry.mysql;

import io.gaussferry.error.Redaction;
import io.gaussferry.model.NamePattern;
import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.model.TableRenames;
import java.util.Collection;
import java.util.List;

/**
 * Connection to the MySQL server and selection of its tables.
 *
 * @param url JDBC URL without a password; its {@code sslMode} also governs the binlog connection. It may name several servers
 *     with the same GTIDs, the preferred one first
 * @param user account with SELECT, REPLICATION SLAVE, REPLICATION CLIENT, and RELOAD if the copy may lock
 * @param password its password
 * @param schemas patterns of database names, {@code *} for any characters; system databases are never included
 * @param tables filter for the tables of these databases
 * @param renames their names on the target
 * @param serverId this replica's id, unique among all replicas of the server: 1 to 4,294,967,295
 * @param transactionPartBytes size of the parts, in bytes of binlog, into which a larger transaction is split
 * @param maximumEventBytes size of the largest accepted event, in bytes of binlog: about the largest row
 * @param timeouts timeouts for a server that does not answer
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

    /** MySQL's system databases, and our own, in which reverse replication stores its progress. */
    private static final List<String> SYSTEM_SCHEMAS =
            List.of("mysql", "sys", "information_schema", "performance_schema", "gaussferry");

    public SourceSettings {
        schemas = List.copyOf(schemas);
    }

    /** Includes all tables, under their own names. */
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

    /** Returns the settings for these tables only, to be read concurrently under another server id. */
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

    /** Returns one copy of the settings for each server in the URL, in order. */
    public List<SourceSettings> servers() {
        return MySqlUrl.split(url).stream().map(this::withUrl).toList();
    }

    /** Returns the settings with another account. */
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

    /**
     * Returns the settings for another server.
     *
     * @param address {@code host:port}
     */
    public SourceSettings at(String address) {
        return withUrl(MySqlUrl.at(url, address));
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

    /** Returns whether the table is replicated. */
    public boolean includes(TableId table) {
        return includes(table.schema()) && tables.includes(table);
    }

    /** Returns whether tables of the database are replicated. */
    public boolean includes(String schema) {
        return matches(schemas, schema);
    }

    /** Returns whether a pattern matches the database and it is not a system database. */
    public static boolean matches(List<String> schemas, String schema) {
        return !SYSTEM_SCHEMAS.contains(schema)
                && schemas.stream().anyMatch(pattern -> NamePattern.of(pattern).matches(schema));
    }

    @Override
    public String toString() {
        return "MySQL at " + Redaction.of(url) + " as " + user;
    }
}
