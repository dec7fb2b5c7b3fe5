package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.apply.mysql.MySqlTable;
import io.gaussferry.checkpoint.CreatedTableStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ReverseDecisionStore;
import io.gaussferry.checkpoint.ReversePositionStore;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.checkpoint.ReverseTableStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.ActiveTransaction;
import io.gaussferry.opengauss.decoding.Arming;
import io.gaussferry.opengauss.decoding.KnownRows;
import io.gaussferry.opengauss.decoding.ProvenTables;
import io.gaussferry.opengauss.decoding.ReplicaIdentities;
import io.gaussferry.opengauss.decoding.TargetShapes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.state.MySqlState;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares reverse replication, arms it, and disarms it. {@link #prepare} writes to MySQL while MySQL accepts writes.
 * {@link #arm} stores the start position on the target while no client writes to either side. All methods may be called
 * again after a failure.
 */
public final class ReverseArming implements ReverseReplication, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReverseArming.class);

    private static final int CONNECTIONS = 2;

    /** Writers do not wait for the early proof. */
    private static final Duration LONGEST_PROOF = Duration.ofSeconds(30);

    private static final String REMEDY =
            "solve the problem that the message names (in MySQL the account needs INSERT, UPDATE and DELETE, and CREATE on database gaussferry); without reverse replication: gaussferry cutover start --no-reverse-replication";

    private final ReverseSettings settings;
    private final OwnershipProof proof;
    private final ReferenceSystems referenceSystems;
    private @Nullable ArmingConnections connections;
    private boolean isScanned;
    private KnownRows rows = KnownRows.NONE;
    private ProvenTables proven = ProvenTables.NONE;

    /** The geometries that forward replication has converted. */
    public interface ReferenceSystems {
        /** Returns whether a geometry in this column may have had a reference system. */
        boolean wereReplicated(TableId table, String column);
    }

    /** @param proof proves, in each transaction that writes to the target, that the caller owns the pipeline */
    public ReverseArming(ReverseSettings settings, OwnershipProof proof) {
        this(settings, proof, (table, column) -> true);
    }

    /**
     * @param proof proves, in each transaction that writes to the target, that the caller owns the pipeline
     * @param referenceSystems includes all changes since {@link #connect}
     */
    public ReverseArming(ReverseSettings settings, OwnershipProof proof, ReferenceSystems referenceSystems) {
        this.settings = settings;
        this.proof = proof;
        this.referenceSystems = referenceSystems;
    }

    /** Work with both servers. */
    private interface Work<T> {
        T with(Connection mysql, Connection target, TargetDialect dialect) throws SQLException, InterruptedException;
    }

    private <T> T ask(String what, Work<T> work) throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), CONNECTIONS);
                Connection target = sessions.open();
                Connection mysql = settings.openMySql()) {
            T result = work.with(mysql, target, sessions.dialect());
            mysql.commit();
            target.commit();
            return result;
        } catch (SQLException e) {
            throw Attempt.failure(what, REMEDY, e);
        }
    }

    /**
     * Returns the obstacles to reverse replication, each as a sentence; empty if all tables can be replicated. Changes
     * nothing.
     */
    public List<String> check() throws InterruptedException {
        return ask("check the tables for reverse replication", (mysql, target, dialect) -> {
            Optional<String> objection = SourceDialect.of(mysql).objectionToReverseReplication();
            if (objection.isPresent()) {
                return List.of(objection.get());
            }
            List<TableDefinition> tables = ReverseTables.read(settings);
            List<String> obstacles =
                    new ArrayList<>(ReverseTables.findings(mysql, target, tables, settings, dialect.profile()));
            ActiveTransaction.prepared(target)
                    .forEach(prepared -> obstacles.add("the target's replication slot waits for " + prepared
                            + ", until COMMIT PREPARED or ROLLBACK PREPARED."));
            return obstacles;
        });
    }

    /** Returns the tables of reverse replication, with MySQL's definitions. */
    public List<TableDefinition> tables() throws InterruptedException {
        return ask("read MySQL's tables", (mysql, target, dialect) -> ReverseTables.read(settings));
    }

    /** Returns the target's names of the same tables. */
    public List<TableId> targetTables() throws InterruptedException {
        return ids(tables());
    }

    /** Returns the target's tables that a return makes refuse writes: the existing ones that are replicated, or were created since and can have triggers. */
    public Collection<TableId> writableTables() throws InterruptedException {
        return ask(
                "read the target's tables",
                (mysql, target, dialect) ->
                        new TargetTables(settings).read(target).writable());
    }

    /** Connects to both servers, to wait until MySQL has everything of the target that this runner replays. */
    public ReverseDrain drain(ReverseRunner runner) {
        return ReverseDrain.open(settings, runner);
    }

    /**
     * Creates the objects that reverse replication needs in MySQL; called while MySQL accepts writes.
     *
     * @throws GaussferryException if a table cannot be replicated
     */
    @Override
    public void prepare() throws InterruptedException {
        requireNone(check());
        ask("prepare MySQL for reverse replication", (mysql, target, dialect) -> {
            for (MySqlTable table :
                    MySqlTable.read(mysql, ReverseTables.read(settings)).values()) {
                table.requireWritable(mysql);
            }
            int unused = MySqlState.prepare(mysql);
            new ReverseRuns(settings.name()).require(target, mysql);
            // until both are committed no other daemon can take over
            Ownership owner = proof.hold(target);
            // MySQL has no changes of the target yet: reverse replication starts at the position stored on the target
            new MySqlProgress(settings.name())
                    .begin(mysql, owner, LowWaterMark.NONE, settings.followed().get());
            return true;
        });
    }

    private static void requireNone(List<String> findings) {
        if (!findings.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.REVERSE_REPLICATION_IMPOSSIBLE,
                    "Reverse replication is not possible: " + String.join(" ", findings),
                    "solve each problem, or switch without it: gaussferry cutover start --no-reverse-replication",
                    null);
        }
    }

    /** Measures how long {@link #arm} reads the definitions of both sides over open connections. Changes nothing. */
    public Duration reading() throws InterruptedException {
        try (ArmingConnections connected = ArmingConnections.open(settings)) {
            long start = System.nanoTime();
            List<TableDefinition> tables = ReverseTables.read(connected.definitions(), settings);
            boolean unused = TargetShapes.read(connected.target(), ids(tables)).isEmpty();
            return Duration.ofNanos(System.nanoTime() - start);
        } catch (SQLException e) {
            throw Attempt.failure("read the definitions of both sides", REMEDY, e);
        }
    }

    private static List<TableId> ids(List<TableDefinition> tables) {
        return tables.stream().map(TableDefinition::targetId).toList();
    }

    /**
     * Connects to both servers for {@link #arm}, sets the replica identities, finds a row of each table, reads all geometries, and proves that
     * the target's log has the rows of each table, before writers have to wait for it. Without success, {@code arm} does all of it.
     *
     * @throws GaussferryException if a geometry has a reference system that its column does not declare
     */
    public void connect() throws InterruptedException {
        close();
        isScanned = false;
        rows = KnownRows.NONE;
        proven = ProvenTables.NONE;
        try {
            ArmingConnections opened = ArmingConnections.open(settings);
            connections = opened;
            List<TableDefinition> tables = ReverseTables.read(opened.definitions(), settings);
            new ReplicaIdentities(proof, settings.decoding(), opened.sessions().dialect(), tables)
                    .setAhead(opened.target(), TargetShapes.read(opened.target(), ids(tables)));
            rows = KnownRows.read(opened.target(), ids(tables));
            opened.target().commit();
            requireNone(SpatialReferenceSystems.findings(opened.mysql(), tables));
            opened.mysql().commit();
            isScanned = true;
            proven = proven(tables);
        } catch (SQLException e) {
            LOG.debug("Arming will connect later: {}", RowValueMarks.message(e));
        }
    }

    private ProvenTables proven(List<TableDefinition> tables) throws InterruptedException {
        try {
            return new ReverseRehearsal(settings, proof).prove(tables, rows, LONGEST_PROOF);
        } catch (GaussferryException e) {
            LOG.info("Arming will prove that the target's log has the rows of all tables: {}", e.problem());
            return ProvenTables.NONE;
        }
    }

    /** Closes the connections of {@link #connect} that were not used. */
    @Override
    public void close() {
        if (connections != null) {
            connections.close();
            connections = null;
        }
    }

    /**
     * Makes the target retain all changes from now on, and verifies that it does.
     *
     * @param longest the time limit
     * @return a description of the result
     */
    @Override
    public String arm(Duration longest) throws InterruptedException {
        try (ArmingConnections connected = connected()) {
            String armed = arm(connected, longest);
            connected.mysql().commit();
            connected.target().commit();
            return armed;
        } catch (SQLException e) {
            throw Attempt.failure("arm reverse replication", REMEDY, e);
        }
    }

    /** Returns the connections that {@link #connect} has opened, if they still respond; otherwise new ones. */
    private ArmingConnections connected() throws SQLException {
        ArmingConnections ahead = connections;
        connections = null;
        if (ahead != null && ahead.areValid()) {
            return ahead;
        }
        if (ahead != null) {
            ahead.close();
        }
        return ArmingConnections.open(settings);
    }

    private String arm(ArmingConnections connected, Duration longest) throws SQLException, InterruptedException {
        Connection target = connected.target();
        List<TableDefinition> tables = ReverseTables.read(connected.definitions(), settings);
        // since all geometries were read, only replicated ones are new
        requireNone(SpatialReferenceSystems.findings(
                connected.mysql(),
                tables,
                (table, column) -> !isScanned || referenceSystems.wereReplicated(table, column)));
        Arming.Armed armed = new Arming(
                        proof, settings.decoding(), connected.sessions().dialect(), tables)
                .arm(target, rows, proven, longest);
        proof.hold(target);
        new ReverseDecisionStore(settings.name()).forget(target);
        new ReverseReplicationStore(settings.name())
                .save(target, new ReverseReplicationStore.Armed(armed.lsn(), armed.fingerprints()));
        new ReversePositionStore(settings.name())
                .save(target, new ReversePositionStore.Position(armed.lsn(), armed.lsn()));
        new CreatedTableStore(settings.name()).forget(target);
        new TargetTables(settings).save(target, armed.fingerprints().keySet());
        return "reverse replication of " + tables.size() + " tables starts at position " + armed.lsn()
                + " of the target's log";
    }

    /** Ends the retention of changes on the target. */
    @Override
    public void disarm() throws InterruptedException {
        // works without MySQL
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            new Arming(proof, settings.decoding(), sessions.dialect(), List.of()).disarm(target);
            proof.hold(target);
            new ReverseReplicationStore(settings.name()).forget(target);
            new ReversePositionStore(settings.name()).forget(target);
            new ReverseTableStore(settings.name()).forget(target);
            new CreatedTableStore(settings.name()).forget(target);
            new ReverseDecisionStore(settings.name()).forget(target);
            target.commit();
        } catch (SQLException e) {
            throw Attempt.failure("disarm reverse replication", REMEDY, e);
        }
    }
}
