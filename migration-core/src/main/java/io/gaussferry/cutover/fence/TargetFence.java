package io.gaussferry.cutover.fence;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a pipeline's tables on the target refuse writes while the source is the active side, before a switch and after a return: by a trigger on each table that rejects all
 * but Gaussferry's own sessions. The triggers are created in one transaction, wait for open writers, and survive every crash. The names of
 * triggers and function are specific to the pipeline, so no other pipeline raises or lowers the fence.
 */
public final class TargetFence {

    private static final Logger LOG = LoggerFactory.getLogger(TargetFence.class);

    /** Running writers may finish within this time; new ones wait for as long. */
    private static final Duration MAX_LOCK_WAIT = Duration.ofSeconds(5);

    /** The trigger name that all pipelines shared in earlier versions; dropped for the pipeline's own tables. */
    private static final String SHARED_TRIGGER = "gaussferry_fence";

    private static final int BYTES_OF_NAME = 8;

    /** The comment of the function while it admits all writers. */
    private static final String LOWERED = "lowered";

    private static final String AFTER_RETURN =
            "Gaussferry has returned the writers to MySQL: this table refuses writes";

    private static final String BEFORE_SWITCH =
            "Gaussferry replicates this table from MySQL and prepares the switch: it refuses other writes until then";

    private static final String EXISTING = "SELECT n.nspname, c.relname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p')";

    private static final String FUNCTION_EXISTS = "SELECT 1 FROM pg_catalog.pg_proc p"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'gaussferry' AND p.proname = ?";

    private static final String COMMENT = "SELECT d.description FROM pg_catalog.pg_proc p"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
            + " JOIN pg_catalog.pg_description d ON d.objoid = p.oid AND d.objsubid = 0"
            + " WHERE n.nspname = 'gaussferry' AND p.proname = ?";

    private static final String FENCED = "SELECT DISTINCT n.nspname, c.relname FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE t.tgname IN (?, ?) ORDER BY 1, 2";

    private final String pipeline;
    private final TargetLink target;
    private final OwnershipProof proof;
    private final Tables tables;
    private final String trigger;
    private final String function;

    /** Provides the tables of the pipeline. */
    public interface Tables {
        /** Returns the names of the tables on the target. */
        Collection<TableId> names() throws InterruptedException;
    }

    /**
     * Creates the fence of one pipeline.
     *
     * @param target the server of the tables
     * @param proof that the daemon owns the pipeline
     * @param tables read when a fence of an earlier version is found
     */
    public TargetFence(String pipeline, TargetLink target, OwnershipProof proof, Tables tables) {
        this.pipeline = pipeline;
        this.target = target;
        this.proof = proof;
        this.tables = tables;
        this.trigger = trigger(pipeline);
        this.function = "gaussferry." + function(pipeline);
    }

    static String trigger(String pipeline) {
        return SHARED_TRIGGER + "_" + name(pipeline);
    }

    static String truncateTrigger(String trigger) {
        return trigger + "_truncate";
    }

    /** Returns the name of the function in the schema {@code gaussferry}. */
    static String function(String pipeline) {
        return "refuse_writes_" + name(pipeline);
    }

    /** Hashes the name, as pipelines' names may be longer than an identifier of the target. */
    private static String name(String pipeline) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(pipeline.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, BYTES_OF_NAME));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform provides SHA-256", e);
        }
    }

    /** Raises the fence on all tables of the pipeline; throws if a writer holds its locks for too long. */
    public void raise(FenceOwner owner) throws InterruptedException {
        Collection<TableId> fenced = tables.names();
        limited("make the target refuse writes", connection -> {
            raise(connection, comment(owner), fenced, AFTER_RETURN);
            return true;
        });
    }

    /**
     * Raises the fence before the switch, unless it already covers these tables, such as after a return. Other sessions can no longer make
     * a difference that a comparison has not seen.
     *
     * @param names the tables on the target; missing ones are left out
     */
    public void raiseBeforeSwitch(FenceOwner owner, Collection<TableId> names) throws InterruptedException {
        boolean unused = limited("make the target refuse writes of other sessions", connection -> {
            Set<TableId> present = existing(connection);
            present.retainAll(names);
            List<TableId> fenced = fenced(connection, trigger);
            if (fenced.containsAll(present) && !comment(connection).equals(LOWERED)) {
                return false;
            }
            raise(connection, commentBeforeSwitch(owner), present, BEFORE_SWITCH);
            return true;
        });
    }

    private <T> T limited(String what, TargetLink.Work<T> work) throws InterruptedException {
        List<String> limits = target.dialect().lockTimeoutStatements(MAX_LOCK_WAIT.toMillis());
        return target.write(what, proof, connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String limit : limits) {
                    statement.execute(limit);
                }
            }
            return work.run(connection);
        });
    }

    private void raise(Connection connection, String comment, Collection<TableId> fenced, String message)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            drop(connection, trigger, fenced(connection, trigger));
            statement.execute(createFunction(refusal(connection, message)));
            statement.execute("COMMENT ON FUNCTION " + function + "() IS " + Identifiers.literal(comment));
            for (TableId table : fenced) {
                create(statement, trigger, "INSERT OR UPDATE OR DELETE", table);
                create(statement, truncateTrigger(trigger), "TRUNCATE", table);
            }
        }
    }

    private static String comment(FenceOwner owner) {
        return "pipeline " + owner.pipeline() + ", cutover " + owner.cutover();
    }

    private void create(Statement statement, String name, String events, TableId table) throws SQLException {
        String on = Identifiers.quoteTarget(table);
        statement.execute("CREATE TRIGGER " + name + " BEFORE " + events + " ON " + on
                + " FOR EACH STATEMENT EXECUTE PROCEDURE " + function + "()");
        // an ordinary trigger does not fire in sessions with session_replication_role = replica
        statement.execute("ALTER TABLE " + on + " ENABLE ALWAYS TRIGGER " + name);
    }

    private String createFunction(String refusal) {
        return "CREATE OR REPLACE FUNCTION " + function + "() RETURNS trigger LANGUAGE plpgsql AS $gaussferry$ BEGIN"
                + refusal + " RETURN NULL; END $gaussferry$";
    }

    /** Only sessions of Gaussferry's account with Gaussferry's application name pass the fence. */
    private static String refusal(Connection connection, String message) throws SQLException {
        String account;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT session_user")) {
            row.next();
            account = row.getString(1);
        }
        return " IF session_user::TEXT <> " + Identifiers.literal(account)
                + " OR current_setting('application_name') <> 'gaussferry' THEN"
                + " RAISE EXCEPTION '" + message + "'; END IF;";
    }

    private static String commentBeforeSwitch(FenceOwner owner) {
        return comment(owner) + ", before the switch";
    }

    /** Lowers the fence if this cutover has raised it before the switch; idempotent. */
    public void lowerBeforeSwitch(FenceOwner owner) throws InterruptedException {
        if (target.read("read who has raised the fence of the target", this::comment)
                .equals(commentBeforeSwitch(owner))) {
            lower();
        }
    }

    /** Returns the comment of the fence; empty if it is not raised. */
    private String comment(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COMMENT)) {
            select.setString(1, function(pipeline));
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }

    private static Set<TableId> existing(Connection connection) throws SQLException {
        Set<TableId> names = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(EXISTING)) {
            while (rows.next()) {
                names.add(new TableId(rows.getString(1), rows.getString(2)));
            }
        }
        return names;
    }

    /**
     * Lowers the fence; idempotent. Its function admits all writers at once, without waiting for a lock. The triggers are dropped unless
     * another session holds their tables for too long; without effect, they may remain until the fence is raised again.
     */
    public void lower() throws InterruptedException {
        boolean isShared = target.read(
                "find the fence of an earlier version",
                connection -> !fenced(connection, SHARED_TRIGGER).isEmpty());
        Set<TableId> own = isShared ? new HashSet<>(tables.names()) : Set.of();
        boolean isOpen = target.write("make the target accept writes", proof, this::admitAll);
        try {
            dropTriggers(own);
        } catch (GaussferryException e) {
            if (!isOpen || isShared || e.category() != ErrorCategory.RETRY) {
                throw e;
            }
            LOG.info("The target accepts writes; triggers without effect remain: {}", e.problem());
        }
    }

    /** Returns whether the function exists, and admits all writers now. */
    private boolean admitAll(Connection connection) throws SQLException {
        if (!functionExists(connection)) {
            return false;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(createFunction(""));
            statement.execute("COMMENT ON FUNCTION " + function + "() IS " + Identifiers.literal(LOWERED));
        }
        return true;
    }

    private boolean functionExists(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(FUNCTION_EXISTS)) {
            select.setString(1, function(pipeline));
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    /** @param own the tables whose triggers of an earlier version are the pipeline's */
    private void dropTriggers(Set<TableId> own) throws InterruptedException {
        target.write("remove the fence of the target", proof, connection -> {
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
                statement.execute("DROP TRIGGER IF EXISTS " + name + on);
                statement.execute("DROP TRIGGER IF EXISTS " + truncateTrigger(name) + on);
            }
        }
    }

    private static List<TableId> fenced(Connection connection, String trigger) throws SQLException {
        List<TableId> tables = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(FENCED)) {
            select.setString(1, trigger);
            select.setString(2, truncateTrigger(trigger));
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
