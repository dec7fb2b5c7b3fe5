package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.state.MySqlState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The table {@code gaussferry.fence} in MySQL: the owners of each fence of the server, and the state of the server before the first of
 * them. It is stored at the source because pipelines of one server may have different targets. A row is written before its fence is raised,
 * and removed after the fence was released. If the fence of another pipeline refuses writes at that moment, {@code super_read_only} is
 * lifted for one statement. Meanwhile {@code read_only} still refuses accounts without CONNECTION_ADMIN or SUPER, but not others.
 */
final class FenceRegistry {

    private static final String REMEDY =
            "grant the account of gaussferry.cutover CREATE, SELECT, INSERT, UPDATE and DELETE"
                    + " on gaussferry.*, and what its fence needs (docs/guides/cutover.md)";

    /** The name of the lock, common to all pipelines and targets of the server. */
    private static final String LOCK = "gaussferry.fences";

    private static final int LOCK_SECONDS = 5;

    private final SourceLink link;
    private final String kind;
    private final boolean isLogged;

    /**
     * @param kind of fence
     * @param isLogged whether rows of this kind go into the binlog, as the change that they describe does. A logged row after a switch
     * looks like an unexpected write; an unlogged row must always be changed without the binlog
     */
    FenceRegistry(SourceLink link, String kind, boolean isLogged) {
        this.link = link;
        this.kind = kind;
        this.isLogged = isLogged;
    }

    /**
     * A fence that an owner needs.
     *
     * @param memory the state of the server before it
     * @param settled whether its owner has switched: from then on {@code read_only} suffices
     */
    record Entry(FenceOwner owner, Map<String, String> memory, boolean settled) {}

    /**
     * Changes the fences of the server while no other pipeline may change them.
     *
     * @param what a verb phrase that completes "could not"
     */
    <T> T exclusively(String what, SourceLink.Work<T> work) throws InterruptedException {
        return link.ask(what, REMEDY, source -> {
            if (!ask(source, "SELECT GET_LOCK('" + LOCK + "', " + LOCK_SECONDS + ")")
                    .equals("1")) {
                throw new GaussferryException(
                        ErrorCode.FENCES_BUSY,
                        "Could not " + what + ": another pipeline is changing the fences of this server.",
                        "no action needed, retrying",
                        null);
            }
            // a failure closes the session, which releases the lock
            T result = work.run(source);
            ask(source, "SELECT RELEASE_LOCK('" + LOCK + "')");
            return result;
        });
    }

    private static String ask(Connection source, String query) throws SQLException {
        return SourceLink.rows(source, query).get(0).get(0);
    }

    /** Returns the fences of this kind that other owners need, oldest first. */
    List<Entry> others(Connection source, FenceOwner owner) throws SQLException {
        return entries(source).stream()
                .filter(entry -> !entry.owner().cutover().equals(owner.cutover()))
                .toList();
    }

    /**
     * Returns the pipelines that need fences of this kind, without one owner.
     *
     * @param what a verb phrase that completes "could not"
     * @param remedy of a failure
     */
    List<String> otherPipelines(FenceOwner owner, String what, String remedy) throws InterruptedException {
        return link.ask(
                what,
                remedy,
                source -> others(source, owner).stream()
                        .map(other -> other.owner().pipeline())
                        .toList());
    }

    /** Returns the fence of an owner; empty if it has none, or raised it by a version that wrote no rows. */
    Optional<Entry> own(Connection source, FenceOwner owner) throws SQLException {
        return entries(source).stream()
                .filter(entry -> entry.owner().cutover().equals(owner.cutover()))
                .findFirst();
    }

    /**
     * Requires that no other owner has fenced the server by one of these methods: each would restore what another one changed.
     *
     * @param kinds of fences
     */
    void requireNoKinds(Connection source, FenceOwner owner, Set<String> kinds) throws SQLException {
        if (!MySqlState.hasTable(source, "fence")) {
            return;
        }
        List<String> pipelines = new ArrayList<>();
        Sql.each(
                source,
                rows -> {
                    if (kinds.contains(rows.getString(2))) {
                        pipelines.add(rows.getString(1) + " (" + rows.getString(2) + ")");
                    }
                },
                "SELECT pipeline, kind FROM gaussferry.fence WHERE cutover <> ?",
                owner.cutover());
        if (!pipelines.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.FENCES_DIFFER,
                    "Other pipelines have fenced this server by another method: " + String.join(", ", pipelines) + ".",
                    "choose the same gaussferry.cutover.fence for all pipelines of the server, or return the others first",
                    null);
        }
    }

    private List<Entry> entries(Connection source) throws SQLException {
        List<Entry> entries = new ArrayList<>();
        if (!MySqlState.hasTable(source, "fence")) {
            return entries;
        }
        Sql.each(
                source,
                row -> entries.add(new Entry(
                        new FenceOwner(row.getString(1), row.getString(2)),
                        FenceMemoryFormat.parse(row.getString(3)),
                        row.getInt(4) == 1)),
                "SELECT pipeline, cutover, memory, settled"
                        + " FROM gaussferry.fence WHERE kind = ? ORDER BY raised_at, cutover",
                kind);
        return entries;
    }

    /** Creates or upgrades Gaussferry's tables before the source is fenced, so that missing privileges are reported early. */
    void prepare() throws InterruptedException {
        exclusively("create the tables of database gaussferry in MySQL", source -> {
            // a write lifts the fence of another pipeline for a moment
            if (!MySqlState.isCurrent(source)) {
                write(source, () -> MySqlState.prepare(source));
            }
            return true;
        });
    }

    /** Inserts or updates the owner's row. */
    void register(Connection source, FenceOwner owner, Map<String, String> memory, boolean settled)
            throws SQLException {
        if (own(source, owner)
                .filter(entry -> entry.memory().equals(memory) && entry.settled() == settled)
                .isPresent()) {
            return;
        }
        if (!MySqlState.hasTable(source, "fence")) {
            write(source, () -> MySqlState.prepare(source));
        }
        writeRow(source, () -> {
            Sql.execute(
                    source,
                    "INSERT INTO gaussferry.fence VALUES (?, ?, ?, ?, ?, UTC_TIMESTAMP(6))"
                            + " ON DUPLICATE KEY UPDATE memory = VALUES(memory), settled = VALUES(settled)",
                    owner.cutover(),
                    owner.pipeline(),
                    kind,
                    FenceMemoryFormat.of(memory),
                    settled ? 1 : 0);
        });
    }

    /** Deletes the owner's row. */
    void unregister(Connection source, FenceOwner owner) throws SQLException {
        if (own(source, owner).isEmpty()) {
            return;
        }
        writeRow(source, () -> {
            Sql.execute(source, "DELETE FROM gaussferry.fence WHERE cutover = ?", owner.cutover());
        });
    }

    private void writeRow(Connection source, Action action) throws SQLException {
        if (isLogged) {
            write(source, action);
            return;
        }
        try (Statement statement = source.createStatement()) {
            // a failure closes the session
            statement.execute("SET SESSION sql_log_bin = 0");
            write(source, action);
            statement.execute("SET SESSION sql_log_bin = 1");
        }
    }

    /** Runs an action that the server refuses under {@code super_read_only}. */
    void write(Connection source, Action action) throws SQLException {
        boolean refuses = ask(source, SourceDialect.of(source).either("SELECT @@GLOBAL.super_read_only", "SELECT 0"))
                .equals("1");
        try (Statement statement = source.createStatement()) {
            if (refuses) {
                // read_only stays on and refuses every account that an application should have
                statement.execute("SET GLOBAL super_read_only = OFF");
            }
            try {
                action.run();
            } finally {
                if (refuses) {
                    statement.execute("SET GLOBAL super_read_only = ON");
                }
            }
        }
    }

    /** A write to MySQL. */
    interface Action {
        /** Performs the write. */
        void run() throws SQLException;
    }
}
