package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The catalog entries of a publication. Removing a table and adding it again creates another entry, so that entries
 * which still exist prove that the server has sent the changes of their tables without interruption. All methods join
 * the connection's transaction.
 */
public final class PublicationMembers {

    /** The key of the entries among the stored definitions of tables. */
    public static final TableId STORED_AS = new TableId("gaussferry", "publication");

    private static final String PUBLICATION =
            "SELECT p.oid, p.pubinsert AND p.pubupdate AND p.pubdelete FROM pg_catalog.pg_publication p WHERE p.pubname = ?";

    private static final String MEMBERS =
            "SELECT r.oid, r.prrelid, concat(n.nspname, '.', c.relname) FROM pg_catalog.pg_publication_rel r"
                    + " JOIN pg_catalog.pg_class c ON c.oid = r.prrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE r.prpubid = ?::oid";

    private final String publication;

    /** @param publication its name, unquoted */
    public PublicationMembers(String publication) {
        this.publication = publication;
    }

    /**
     * Returns the entries, one a line.
     *
     * @throws GaussferryException if the publication does not exist or no longer sends all kinds of changes
     */
    String read(Connection connection) throws SQLException {
        return String.join("\n", entries(connection));
    }

    /**
     * Returns the given entries with the present ones of some tables.
     *
     * @param armed entries, one a line
     * @param oids of tables that the publication got since
     */
    String with(Connection connection, String armed, Set<Long> oids) throws SQLException {
        Set<String> all = new TreeSet<>();
        Set<String> added = oids.stream().map(String::valueOf).collect(Collectors.toSet());
        armed.lines().filter(entry -> !added.contains(table(entry))).forEach(all::add);
        entries(connection).stream()
                .filter(entry -> added.contains(table(entry)))
                .forEach(all::add);
        return String.join("\n", all);
    }

    private Set<String> entries(Connection connection) throws SQLException {
        String oid;
        try (PreparedStatement query = connection.prepareStatement(PUBLICATION)) {
            query.setString(1, publication);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw LostChanges.publicationIsChanged(publication, "it no longer exists");
                }
                if (!row.getBoolean(2)) {
                    throw LostChanges.publicationIsChanged(publication, "it no longer sends all kinds of changes");
                }
                oid = row.getString(1);
            }
        }
        return new TreeSet<>(Sql.list(
                connection,
                rows -> oid + " " + rows.getString(1) + " " + rows.getString(2) + " " + rows.getString(3),
                MEMBERS,
                oid));
    }

    /**
     * Requires that the tables of the publication have the armed entries. Further tables may have been added. Tables that it no longer has
     * are not judged: their changes are missing from then on, which the comparison of the target's tables reports.
     *
     * @param armed the entries as of arming
     * @param excluded tables whose changes reverse replication skips
     * @throws GaussferryException if a table has another entry; the message has the names of such tables
     */
    public void require(Connection connection, String armed, Set<TableId> excluded) throws SQLException {
        Set<String> present = entries(connection);
        Set<String> published = present.stream().map(PublicationMembers::table).collect(Collectors.toSet());
        Set<String> skipped = excluded.stream().map(TableId::toString).collect(Collectors.toSet());
        Set<String> replaced = new TreeSet<>();
        for (String entry : armed.split("\n")) {
            if (!present.contains(entry) && published.contains(table(entry))) {
                replaced.add(entry.split(" ", 4)[3]);
            }
        }
        replaced.removeAll(skipped);
        if (!replaced.isEmpty()) {
            throw LostChanges.publicationIsChanged(
                    publication, "it was replaced, or lost for a time the tables " + String.join(", ", replaced));
        }
    }

    /** Returns the OID of an entry's table; empty for no entry. */
    private static String table(String entry) {
        String[] parts = entry.split(" ", 4);
        return parts.length < 4 ? "" : parts[2];
    }
}
