package io.gaussferry.cutover.fence;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetNames;
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
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a pipeline's tables on the target refuse writes while the source is the active side, before a switch and after a
 * return: by a trigger on each table, whose function rejects all but Gaussferry's own sessions. The triggers are created
 * first, while the function admits all writers. The fence is raised and lowered by one statement that replaces the
 * function, without a lock on any table; it survives every crash. The names of triggers and function are specific to the
 * pipeline, so no other pipeline raises or lowers the fence.
 */
public final class TargetFence {

    private static final Logger LOG = LoggerFactory.getLogger(TargetFence.class);

    /** Open transactions that have written may finish within this time; new writes are refused. */
    private static final Duration MAX_WRITER_WAIT = Duration.ofSeconds(5);

    private static final int BYTES_OF_NAME = 8;

    /** The comment of the function while it admits all writers. */
    private static final String LOWERED = "lowered";

    private static final String AFTER_RETURN =
            "Gaussferry has returned the writers to MySQL: this table refuses writes";

    private static final String BEFORE_SWITCH =
            "Gaussferry replicates this table from MySQL and prepares the switch: it refuses other writes until then";

    private static final String FUNCTION_EXISTS = "SELECT 1 FROM pg_catalog.pg_proc p"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'gaussferry' AND p.proname = ?";

    private static final String COMMENT = "SELECT d.description FROM pg_catalog.pg_proc p"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
            + " JOIN pg_catalog.pg_description d ON d.objoid = p.oid AND d.objsubid = 0"
            + " WHERE n.nspname = 'gaussferry' AND p.proname = ?";

    private final String pipeline;
    private final TargetLink target;
    private final OwnershipProof proof;
    private final Tables tables;
    private final String function;
    private final TargetFenceTriggers triggers;
    private final OpenWriters writers;

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
     * @param tables that the fence covers
     */
    public TargetFence(String pipeline, TargetLink target, OwnershipProof proof, Tables tables) {
        this.pipeline = pipeline;
        this.target = target;
        this.proof = proof;
        this.tables = tables;
        String trigger = trigger(pipeline);
        this.function = "gaussferry." + function(pipeline);
        this.triggers = new TargetFenceTriggers(target, proof, trigger, function);
        this.writers = new OpenWriters(target, trigger);
    }

    static String trigger(String pipeline) {
        return TargetNames.FENCE + name(pipeline);
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

    /**
     * Creates the triggers of all tables, whose function admits all writers until the fence is raised. Waits for the
     * tables' transactions; each table makes writers wait for a second at most at a time.
     *
     * @throws GaussferryException of category RETRY if a table was in use without interruption
     */
    public void prepare() throws InterruptedException {
        prepare(tables.names());
    }

    private void prepare(Collection<TableId> fenced) throws InterruptedException {
        boolean unused = target.write("create the function of the target's fence", proof, connection -> {
            boolean isNew = !functionExists(connection);
            if (isNew) {
                replaceFunction(connection, "", LOWERED);
            }
            return isNew;
        });
        triggers.create(fenced);
    }

    /**
     * Raises the fence on all tables of the pipeline, and waits for open writers.
     *
     * @throws GaussferryException of category RETRY if one holds its locks for too long: the target accepts writes then
     */
    public void raise(FenceOwner owner) throws InterruptedException {
        raise(comment(owner), tables.names(), AFTER_RETURN);
    }

    /**
     * Raises the fence before the switch, unless it already covers these tables, such as after a return. Other sessions can no longer make
     * a difference that a comparison has not seen.
     *
     * @param names the tables on the target; missing ones are left out
     */
    public void raiseBeforeSwitch(FenceOwner owner, Collection<TableId> names) throws InterruptedException {
        boolean isRaised = target.read("find the fence of the target", connection -> {
            Set<TableId> present = TargetFenceTriggers.existing(connection, names);
            String known = comment(connection);
            return triggers.complete(connection).containsAll(present) && !known.isEmpty() && !known.equals(LOWERED);
        });
        if (isRaised) {
            // a daemon that was killed may not have waited for them
            writers.await(MAX_WRITER_WAIT);
        } else {
            raise(commentBeforeSwitch(owner), names, BEFORE_SWITCH);
        }
    }

    private void raise(String comment, Collection<TableId> fenced, String message) throws InterruptedException {
        prepare(fenced);
        boolean raised = target.write("make the target refuse writes", proof, connection -> {
            replaceFunction(connection, refusal(connection, message), comment);
            return true;
        });
        boolean isComplete = false;
        try {
            writers.await(MAX_WRITER_WAIT);
            isComplete = raised;
        } finally {
            if (!isComplete) {
                admit();
            }
        }
    }

    /** Also after an interruption: no application may wait for the next start. */
    private void admit() throws InterruptedException {
        boolean interrupted = Thread.interrupted();
        try {
            admitWriters();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String comment(FenceOwner owner) {
        return "pipeline " + owner.pipeline() + ", cutover " + owner.cutover();
    }

    /** The comment is written in the same transaction: see {@link TargetFenceCheck}. */
    private void replaceFunction(Connection connection, String refusal, String comment) throws SQLException {
        Sql.execute(
                connection,
                "CREATE OR REPLACE FUNCTION " + function
                        + "() RETURNS trigger LANGUAGE plpgsql AS $gaussferry$ BEGIN" + refusal
                        + " RETURN NULL; END $gaussferry$");
        Sql.execute(connection, "COMMENT ON FUNCTION " + function + "() IS " + Identifiers.literal(comment));
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

    /** Lowers the fence, and removes it; idempotent. */
    public void lower() throws InterruptedException {
        admitWriters();
        remove();
    }

    /** Lowers the fence; idempotent. Its function admits all writers at once, without waiting for a lock. */
    public void admitWriters() throws InterruptedException {
        boolean unused = target.write("make the target accept writes", proof, this::admitAll);
    }

    /**
     * Removes a lowered fence; idempotent. The triggers are dropped unless another session holds their tables for too long; without effect,
     * they may remain until the fence is raised again.
     */
    public void remove() throws InterruptedException {
        if (triggers.drop()) {
            dropFunction();
        } else {
            LOG.info("The target accepts writes; triggers without effect remain on tables that are in use");
        }
    }

    /** Returns whether the function exists, and admits all writers now. */
    private boolean admitAll(Connection connection) throws SQLException {
        if (!functionExists(connection)) {
            return false;
        }
        replaceFunction(connection, "", LOWERED);
        return true;
    }

    private void dropFunction() throws InterruptedException {
        boolean unused = target.write("remove the fence of the target", proof, connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("DROP FUNCTION IF EXISTS " + function + "()");
            }
        });
    }

    private boolean functionExists(Connection connection) throws SQLException {
        return Sql.exists(connection, FUNCTION_EXISTS, function(pipeline));
    }

    @Override
    public String toString() {
        return "fence of pipeline " + pipeline + " on the target";
    }
}
