package io.gaussferry.cutover.fence;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetDialect;
import io.gaussferry.schema.Identifiers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Makes a pipeline's tables on the target refuse writes, for the time in which the source is the side that is written to: by a trigger on
 * each, which throws for everybody but Gaussferry's own sessions. It is there in one transaction or not at all, it waits for whoever
 * writes, and it outlives every crash. The names of triggers and function are those of the pipeline: no other one raises or lowers them.
 */
public final class TargetFence {

    /** Writers that have begun may end; new ones wait for as long. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    /** The name that all pipelines shared in earlier versions; the pipeline of a table drops it. */
    private static final String SHARED_TRIGGER = "gaussferry_fence";

    private static final int BYTES_OF_NAME = 8;

    private static final String FENCED = "SELECT n.nspname, c.relname FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE t.tgname = ? ORDER BY 1, 2";

    private final String pipeline;
    private final TargetLink target;
    private final OwnershipProof proof;
    private final Tables tables;
    private final String trigger;
    private final String function;

    /** Tells which tables are the pipeline's. */
    public interface Tables {
        /** Returns their names on the target. */
        Collection<TableId> names() throws InterruptedException;
    }

    /**
     * A fence of one pipeline.
     *
     * @param target where the tables are
     * @param proof that the daemon owns the pipeline
     * @param tables asked where a fence of an earlier version is found
     */
    public TargetFence(String pipeline, TargetLink target, OwnershipProof proof, Tables tables) {
        this.pipeline = pipeline;
        this.target = target;
        this.proof = proof;
        this.tables = tables;
        String owner = name(pipeline);
        this.trigger = SHARED_TRIGGER + "_" + owner;
        this.function = "gaussferry.refuse_writes_" + owner;
    }

    /** Pipelines' names may be longer than the target's. */
    private static String name(String pipeline) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(pipeline.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, BYTES_OF_NAME));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Raises it on all tables of the pipeline; throws if somebody writes for too long. */
    public void raise(FenceOwner owner) throws InterruptedException {
        TargetDialect dialect = target.dialect();
        Collection<TableId> fenced = tables.names();
        target.write("have the target refuse writes", proof, connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String limit : dialect.lockTimeoutStatements(LONGEST_WAIT.toMillis())) {
                    statement.execute(limit);
                }
                statement.execute(createFunction(connection));
                statement.execute("COMMENT ON FUNCTION " + function + "() IS "
                        + Identifiers.literal("pipeline " + owner.pipeline() + ", cutover " + owner.cutover()));
                for (TableId table : fenced) {
                    create(statement, trigger, "INSERT OR UPDATE OR DELETE", table);
                    create(statement, trigger + "_truncate", "TRUNCATE", table);
                }
            }
            return true;
        });
    }

    private void create(Statement statement, String name, String events, TableId table) throws SQLException {
        statement.execute("CREATE TRIGGER " + name + " BEFORE " + events + " ON " + Identifiers.quoteTarget(table)
                + " FOR EACH STATEMENT EXECUTE PROCEDURE " + function + "()");
    }

    /** Sessions of our account that name themselves otherwise are somebody else's. */
    private String createFunction(Connection connection) throws SQLException {
        String account;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT session_user")) {
            row.next();
            account = row.getString(1);
        }
        return "CREATE OR REPLACE FUNCTION " + function + "() RETURNS trigger LANGUAGE plpgsql AS $gaussferry$ BEGIN"
                + " IF session_user::text = " + Identifiers.literal(account)
                + " AND current_setting('application_name') = 'gaussferry' THEN RETURN NULL; END IF;"
                + " RAISE EXCEPTION 'Gaussferry has given the writers back to MySQL: this table takes no writes';"
                + " END $gaussferry$";
    }

    /** Lowers it, if it is up; any number of times. */
    public void lower() throws InterruptedException {
        boolean isShared = target.read(
                "look for the fence of an earlier version",
                connection -> !fenced(connection, SHARED_TRIGGER).isEmpty());
        Set<TableId> own = isShared ? new HashSet<>(tables.names()) : Set.of();
        target.write("let the target take writes", proof, connection -> {
            List<TableId> fenced = fenced(connection, trigger);
            drop(connection, trigger, fenced);
            drop(
                    connection,
                    SHARED_TRIGGER,
                    fenced(connection, SHARED_TRIGGER).stream()
                            .filter(own::contains)
                            .toList());
            try (Statement statement = connection.createStatement()) {
                statement.execute("DROP FUNCTION IF EXISTS " + function + "()");
            }
            return fenced.size();
        });
    }

    private static void drop(Connection connection, String name, List<TableId> tables) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (TableId table : tables) {
                String on = " ON " + Identifiers.quoteTarget(table);
                statement.execute("DROP TRIGGER " + name + on);
                statement.execute("DROP TRIGGER " + name + "_truncate" + on);
            }
        }
    }

    private static List<TableId> fenced(Connection connection, String trigger) throws SQLException {
        List<TableId> tables = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(FENCED)) {
            select.setString(1, trigger);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    tables.add(new TableId(rows.getString(1), rows.getString(2)));
                }
            }
        }
        return tables;
    }

    @Override
    public String toString() {
        return "fence of pipeline " + pipeline + " on the target";
    }
}
