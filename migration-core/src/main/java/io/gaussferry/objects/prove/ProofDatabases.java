package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The two databases of a pipeline's proofs, on both sides: one of the copies, and one of their rows. Never drops databases that no proof
 * has created. Runs in the target's transaction, which the caller commits.
 */
final class ProofDatabases {

    /** The table that marks the databases as those of proofs; others of these names are not dropped. */
    private static final String MARK = "gf_copies";

    /** Both servers have names of 63 bytes at least, and the second database has a longer one. */
    private static final int LONGEST_NAME = 58;

    private static final int KEPT = 49;

    private final Connection source;
    private final Connection target;
    private final Predicate<String> isReplicated;
    private final String copy;
    private final String rows;

    /** Whether the databases of these names were created by proofs, if they exist. */
    private boolean isOwned;

    /** @param isReplicated whether the settings include a database */
    ProofDatabases(Connection source, Connection target, String pipeline, Predicate<String> isReplicated) {
        this.source = source;
        this.target = target;
        this.isReplicated = isReplicated;
        String name = ("gaussferry_proof_" + pipeline.toLowerCase(Locale.ROOT)).replaceAll("[^a-z0-9_]", "_");
        this.copy = name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, KEPT) + "_" + Integer.toHexString(pipeline.hashCode());
        this.rows = copy + "_rows";
    }

    /** Returns the name of the database of the copies. */
    String copy() {
        return copy;
    }

    /** Returns the name of the database of the rows that fill the copies. */
    String rows() {
        return rows;
    }

    /** Returns whether {@link #own} has succeeded. */
    boolean isOwned() {
        return isOwned;
    }

    /**
     * Requires that the databases are those of an earlier proof, or do not exist. They may be dropped from then on.
     *
     * @throws SQLException if they are not, or if the settings include one of them
     */
    void own() throws SQLException {
        if (isReplicated.test(copy) || isReplicated.test(rows)) {
            throw new SQLException("source.schemas includes the database " + copy + " of the copies", "42P06");
        }
        Set<String> names = new LinkedHashSet<>(Sql.list(
                source,
                row -> row.getString(1),
                "SELECT schema_name FROM information_schema.schemata WHERE schema_name IN (?, ?)",
                copy,
                rows));
        boolean isMarked = !Sql.list(
                        source,
                        row -> row.getString(1),
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND table_name = ?",
                        rows,
                        MARK)
                .isEmpty();
        Set<String> schemas = new LinkedHashSet<>(Sql.list(
                target,
                row -> row.getString(1),
                "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname IN (?, ?)",
                copy,
                rows));
        boolean isMarkedOnTarget = !Sql.list(
                        target,
                        row -> row.getString(1),
                        "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = ? AND tablename = ?",
                        rows,
                        MARK)
                .isEmpty();
        if (!names.isEmpty() && !isMarked || !schemas.isEmpty() && !isMarkedOnTarget) {
            throw new SQLException(
                    "database " + copy + " or " + rows + " exists, and no proof has created it", "42P06");
        }
        isOwned = true;
    }

    /** Creates the database of the rows, with the mark. */
    void createRows() throws SQLException {
        Sql.execute(source, "CREATE DATABASE " + Identifiers.quoteSource(rows));
        Sql.execute(
                source, "CREATE TABLE " + Identifiers.quoteSource(new TableId(rows, MARK)) + " (id INT PRIMARY KEY)");
        Sql.execute(target, "CREATE SCHEMA " + Identifiers.quoteTarget(rows));
        Sql.execute(target, "CREATE TABLE " + Identifiers.quoteTarget(new TableId(rows, MARK)) + " (id int)");
    }

    /** Recreates the database of the copies, empty and with the collation of the source's original database. */
    void recreateCopy(String original) throws SQLException {
        Sql.execute(source, "DROP DATABASE IF EXISTS " + Identifiers.quoteSource(copy));
        Sql.execute(source, "CREATE DATABASE " + Identifiers.quoteSource(copy) + collation(original));
        Sql.execute(target, "DROP SCHEMA IF EXISTS " + Identifiers.quoteTarget(copy) + " CASCADE");
        Sql.execute(target, "CREATE SCHEMA " + Identifiers.quoteTarget(copy));
    }

    private String collation(String database) throws SQLException {
        return Sql.first(
                        source,
                        row -> " COLLATE " + row.getString(1),
                        "SELECT default_collation_name FROM information_schema.schemata WHERE schema_name = ?",
                        database)
                .orElse("");
    }

    /**
     * Drops both databases, if they exist.
     *
     * @throws IllegalStateException before {@link #own} has succeeded
     */
    void drop() throws SQLException {
        if (!isOwned) {
            throw new IllegalStateException("databases " + copy + " and " + rows + " may not be those of a proof");
        }
        for (String name : List.of(copy, rows)) {
            Sql.execute(source, "DROP DATABASE IF EXISTS " + Identifiers.quoteSource(name));
            Sql.execute(target, "DROP SCHEMA IF EXISTS " + Identifiers.quoteTarget(name) + " CASCADE");
        }
    }
}
