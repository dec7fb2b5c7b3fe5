package io.gaussferry.pipeline.reverse;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.ArmingRehearsal;
import io.gaussferry.opengauss.decoding.DecodingSettings;
import io.gaussferry.opengauss.decoding.KnownRows;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.opengauss.decoding.ProvenTables;
import io.gaussferry.opengauss.decoding.Publication;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rehearses reverse replication while writers write to MySQL: a probe row of the target is decoded from a slot that only the
 * rehearsal uses, and written to a table in MySQL's database {@code gaussferry}. Everything is removed afterwards.
 */
public final class ReverseRehearsal {

    private static final Logger LOG = LoggerFactory.getLogger(ReverseRehearsal.class);

    private static final String REMEDY =
            "solve the problem that the message names (in MySQL the account needs CREATE, DROP, SELECT and INSERT on database gaussferry)";

    private static final String DATABASE_EXISTS =
            "SELECT 1 FROM information_schema.schemata WHERE schema_name = 'gaussferry'";

    private static final String DATABASE_IS_USED =
            "SELECT 1 FROM information_schema.tables WHERE table_schema = 'gaussferry' LIMIT 1";

    private final ReverseSettings settings;
    private final OwnershipProof proof;

    /** @param proof of the pipeline's ownership, in each transaction that writes to the target */
    public ReverseRehearsal(ReverseSettings settings, OwnershipProof proof) {
        this.settings = settings;
        this.proof = proof;
    }

    /**
     * The durations of a rehearsal.
     *
     * @param slotSeconds to create publication and slot, and to receive a row from it
     * @param applySeconds to write the row to MySQL
     */
    public record Result(double slotSeconds, double applySeconds) {}

    /**
     * Makes a round trip.
     *
     * @param isApplied whether the row is written to MySQL, which needs the privilege to drop tables there
     * @param longest the limit of the time to create the slot and to receive a row
     * @throws GaussferryException if reverse replication would fail
     */
    public Result run(boolean isApplied, Duration longest) throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open();
                Connection mysql = settings.openMySql()) {
            ArmingRehearsal arming = new ArmingRehearsal(proof, decoding(), sessions.dialect());
            long started = System.nanoTime();
            try {
                String token = arming.run(target, longest);
                long received = System.nanoTime();
                if (isApplied) {
                    // no other daemon can take over while this one writes to MySQL
                    Ownership unused = proof.hold(target);
                    apply(mysql, token);
                }
                return new Result((received - started) / 1e9, (System.nanoTime() - received) / 1e9);
            } finally {
                arming.remove(target);
            }
        } catch (SQLException e) {
            removeRemains(); // over another connection: this one may be lost
            throw Attempt.failure("rehearse reverse replication", REMEDY, e);
        }
    }

    /**
     * Proves that the target's log has the changed rows of each table, see {@link ArmingRehearsal#prove}.
     *
     * @param longest the limit of the time
     */
    ProvenTables prove(List<TableDefinition> tables, KnownRows rows, Duration longest) throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            ArmingRehearsal arming = new ArmingRehearsal(proof, decoding(), sessions.dialect());
            try {
                return arming.prove(target, tables, rows, longest);
            } finally {
                arming.remove(target);
            }
        } catch (SQLException e) {
            removeRemains(); // over another connection: this one may be lost
            throw Attempt.failure("rehearse reverse replication", REMEDY, e);
        }
    }

    /** Removes the slot and the publication of a rehearsal whose daemon was killed, or whose connection was lost. */
    public void removeRemains() {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            Publication publication = new Publication(decoding().publication());
            LogicalSlot slot =
                    new LogicalSlot(decoding().slot(), sessions.dialect().decoding());
            boolean isInUse =
                    slot.state(target).filter(LogicalSlot.State::active).isPresent();
            // created before the slot, and dropped after it
            if (publication.exists(target) && !isInUse) {
                slot.drop(target);
                publication.drop(target);
                LOG.info("Removed the remains of an interrupted rehearsal from the target");
            }
            target.commit();
        } catch (SQLException e) {
            LOG.warn("The remains of a rehearsal could not be removed from the target: {}", RowValueMarks.message(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The names are as long as those of reverse replication, which the servers accept. */
    private DecodingSettings decoding() {
        DecodingSettings real = settings.decoding();
        String name = "rehearsal_" + real.slot().substring(real.slot().indexOf('_') + 1);
        return new DecodingSettings(
                real.target(), real.replicationPort(), name, name, real.transactionPartBytes(), real.rules());
    }

    private void apply(Connection mysql, String token) throws SQLException {
        String table =
                "gaussferry.rehearsal_" + Integer.toHexString(settings.name().hashCode());
        boolean existed = exists(mysql, DATABASE_EXISTS);
        try (Statement statement = mysql.createStatement()) {
            statement.execute("CREATE DATABASE IF NOT EXISTS gaussferry");
            // also fails before anything is created if the account may not drop it
            statement.execute("DROP TABLE IF EXISTS " + table);
            statement.execute("CREATE TABLE " + table + " (token VARCHAR(200) PRIMARY KEY) ENGINE = InnoDB");
            try {
                insert(mysql, table, token);
            } finally {
                statement.execute("DROP TABLE IF EXISTS " + table);
                if (!existed && !exists(mysql, DATABASE_IS_USED)) {
                    statement.execute("DROP DATABASE gaussferry");
                }
            }
        }
        mysql.commit();
    }

    private static void insert(Connection mysql, String table, String token) throws SQLException {
        Sql.execute(mysql, "INSERT INTO " + table + " VALUES (?)", token);
        mysql.commit();
    }

    private static boolean exists(Connection mysql, String query) throws SQLException {
        return Sql.exists(mysql, query);
    }
}
