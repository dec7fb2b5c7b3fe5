package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.apply.mysql.MySqlTable;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.WayBackStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.Arming;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Makes a way back ready, and takes it away again. What it must write to MySQL is written by {@link #prepare}, while MySQL takes writes;
 * from which place changes go back is kept on the target by {@link #arm}, while nobody writes to either side. All methods may be called
 * again after a failure.
 */
public final class ReverseArming implements WayBack {

    private static final int CONNECTIONS = 2;

    /** MySQL has nothing of the way back yet: it begins where the target says. */
    private static final LowWaterMark NOTHING = new LowWaterMark(0, new BinlogPosition("", 0));

    private static final String REMEDY =
            "look at what the message names (in MySQL the account needs INSERT, UPDATE and DELETE, and CREATE on database gaussferry); without a way back: gaussferry cutover start --no-way-back";

    private final ReverseSettings settings;
    private final OwnershipProof proof;

    /** @param proof that the pipeline is owned, in each transaction that writes to the target */
    public ReverseArming(ReverseSettings settings, OwnershipProof proof) {
        this.settings = settings;
        this.proof = proof;
    }

    /** What is done with both sides. */
    private interface Work<T> {
        T with(Connection mysql, Connection target, TargetProfile profile) throws SQLException, InterruptedException;
    }

    private <T> T ask(String what, Work<T> work) throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), CONNECTIONS);
                Connection target = sessions.open();
                Connection mysql = settings.openMySql()) {
            T result = work.with(mysql, target, sessions.dialect().profile());
            mysql.commit();
            target.commit();
            return result;
        } catch (SQLException e) {
            throw Attempt.failure(what, REMEDY, e);
        }
    }

    /** Returns what stands in the way of going back, each as a sentence; nothing if all tables can. Changes nothing. */
    public List<String> check() throws InterruptedException {
        return ask("look at what can go back", (mysql, target, profile) -> {
            List<TableDefinition> tables = ReverseTables.read(settings);
            return ReverseTables.findings(mysql, target, tables, settings, profile);
        });
    }

    /** Returns the tables that go back, as MySQL has them. */
    public List<TableDefinition> tables() throws InterruptedException {
        return ask("read MySQL's tables", (mysql, target, profile) -> ReverseTables.read(settings));
    }

    /** Returns the names of the same on the target. */
    public List<TableId> targetTables() throws InterruptedException {
        return tables().stream().map(TableDefinition::targetId).toList();
    }

    /**
     * Marks the target's log: what {@link ReverseRunner#reached} is beyond the place that is returned, MySQL has everything that was
     * committed before.
     */
    public long mark() throws InterruptedException {
        return ask(
                "mark the target's log",
                (mysql, target, profile) ->
                        TargetMark.set(target, settings.decoding().slot(), profile));
    }

    /**
     * Creates what the way back needs in MySQL; to be called while it takes writes.
     *
     * @throws GaussferryException if something cannot go back
     */
    @Override
    public void prepare() throws InterruptedException {
        requireNone(check());
        ask("prepare MySQL for the way back", (mysql, target, profile) -> {
            for (MySqlTable table :
                    MySqlTable.read(mysql, ReverseTables.read(settings)).values()) {
                table.requireWritable(mysql);
            }
            MySqlProgress progress = new MySqlProgress(settings.name());
            progress.createIfMissing(mysql);
            // until both are committed no other daemon takes over
            Ownership owner = proof.hold(target);
            progress.begin(mysql, owner, NOTHING, settings.followed().get());
            return true;
        });
    }

    private static void requireNone(List<String> findings) {
        if (!findings.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "Not everything could go back: " + String.join(" ", findings),
                    "mend what is named, or do without: gaussferry cutover start --no-way-back",
                    null);
        }
    }

    /**
     * Has the target keep what is written from now on, and proves that it does.
     *
     * @param longest how long that may take
     * @return what was done, in words
     */
    @Override
    public String arm(Duration longest) throws InterruptedException {
        return ask("arm the way back", (mysql, target, profile) -> {
            List<TableDefinition> tables = ReverseTables.read(settings);
            // writers may have brought one since it was prepared
            requireNone(ReferenceSystems.findings(mysql, tables));
            Arming.Armed armed = new Arming(proof, settings.decoding(), profile, tables).arm(target, longest);
            proof.hold(target);
            new WayBackStore(settings.name()).save(target, new WayBackStore.Armed(armed.lsn(), armed.fingerprints()));
            return tables.size() + " tables can go back, from place " + armed.lsn() + " of the target's log on";
        });
    }

    /** Has the target keep nothing for the way back any more. */
    @Override
    public void disarm() throws InterruptedException {
        // whether MySQL answers does not matter here
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            new Arming(proof, settings.decoding(), sessions.dialect().profile(), List.of()).disarm(target);
            proof.hold(target);
            new WayBackStore(settings.name()).forget(target);
            target.commit();
        } catch (SQLException e) {
            throw Attempt.failure("take the way back away", REMEDY, e);
        }
    }
}
