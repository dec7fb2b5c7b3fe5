package io.gaussferry.opengauss.decoding;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.CutOff;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Prepares the target so that what is written there from now on can go back, and proves it: a row of each table is written as it is, and
 * has to come out of the slot whole. To be called while nobody writes to the tables.
 */
public final class Arming {

    /** How long one proof is waited for before there is another. */
    private static final Duration LONGEST_PROOF = Duration.ofSeconds(10);

    private static final String CREATE_PROBE =
            "CREATE TABLE gaussferry.probe (id integer PRIMARY KEY, token text NOT NULL)";

    private static final String PROBE_EXISTS =
            "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'gaussferry' AND tablename = 'probe'";

    private final DecodingSettings settings;
    private final TargetProfile profile;
    private final List<TableDefinition> tables;
    private final LogicalSlot slot;
    private final LogicalSlot ahead;
    private final Publication publication;
    private final OwnershipProof proof;

    /**
     * @param proof that the pipeline is owned, in each transaction that writes; a slot is not dropped without it either
     * @param settings where the changes are to be read later
     * @param profile what the target said of itself
     * @param tables those that are to go back, as MySQL defines them; {@code ReverseMapping} has found nothing against them
     */
    public Arming(
            OwnershipProof proof, DecodingSettings settings, TargetProfile profile, List<TableDefinition> tables) {
        this.proof = proof;
        this.settings = settings;
        this.profile = profile;
        this.tables = List.copyOf(tables);
        this.slot = new LogicalSlot(settings.slot(), profile);
        this.ahead = new LogicalSlot(settings.slotAhead(), profile);
        this.publication = new Publication(settings.publication());
    }

    /**
     * What is armed.
     *
     * @param lsn the place in the target's log from which on everything is sent
     * @param fingerprints how the tables are defined, by their names on the target: see {@link TargetShape#fingerprint}
     */
    public record Armed(long lsn, Map<TableId, String> fingerprints) {

        public Armed {
            fingerprints = Map.copyOf(fingerprints);
        }
    }

    /**
     * Creates publication and slot, in place of any of their names, and proves that they work. May be called again after any failure.
     *
     * @param connection to the target, without autocommit, in no transaction
     * @param longest how long that may take in all
     * @throws GaussferryException if it does not work, with the tables that do not come out
     */
    public Armed arm(Connection connection, Duration longest) throws SQLException, InterruptedException {
        long until = System.nanoTime() + longest.toNanos();
        requireLogicalLog(connection);
        dropSlots(connection);
        // where one is altered after this, the proof or the first run sees it
        Map<TableId, TargetShape> shapes = TargetShapes.read(connection, names());
        publish(connection, shapes, remaining(until));
        long created = slot.create(connection, remaining(until));
        long proven = prove(connection, shapes, created, until);
        Map<TableId, String> fingerprints = new TreeMap<>();
        shapes.forEach((table, shape) -> fingerprints.put(table, shape.fingerprint()));
        return new Armed(proven, fingerprints);
    }

    private void publish(Connection connection, Map<TableId, TargetShape> shapes, Duration longest)
            throws SQLException {
        try {
            proof.hold(connection);
            createProbe(connection);
            publication.create(connection, needed(shapes), longest);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            if (!LogicalSlot.CANCELLED.equals(e.getSQLState())) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCategory.RETRY,
                    "The tables could not be told to log their old rows within " + longest.toSeconds()
                            + " s: a transaction that runs on the target has locked one.",
                    "end the transactions that have been running for long on the target (pg_stat_activity), and try again",
                    e);
        }
    }

    /** Returns what the log has to tell of each table's old rows. */
    private Map<TableId, OldRows> needed(Map<TableId, TargetShape> shapes) {
        Conversion conversion = settings.conversion(profile);
        Map<TableId, OldRows> needed = new TreeMap<>();
        for (TableDefinition table : tables) {
            TargetShape shape = shapes.get(table.targetId());
            if (shape == null) {
                throw DecodedTables.changed(table.targetId(), "it is gone");
            }
            needed.put(table.targetId(), OldRows.of(table, shape, conversion));
        }
        return needed;
    }

    /** Takes publication and slot away again, if they are there: the target keeps its log no longer than others need it. */
    public void disarm(Connection connection) throws SQLException, InterruptedException {
        dropSlots(connection);
        proof.hold(connection);
        publication.drop(connection);
        connection.commit();
    }

    /** Slots are in no transaction: this asks before the first one is touched. */
    private void dropSlots(Connection connection) throws SQLException, InterruptedException {
        proof.hold(connection);
        connection.commit();
        ahead.drop(connection);
        slot.drop(connection);
    }

    private List<TableId> names() {
        return tables.stream().map(TableDefinition::targetId).toList();
    }

    private static void requireLogicalLog(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW wal_level")) {
            row.next();
            String level = row.getString(1);
            if (!level.equals("logical")) {
                throw new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "The target's wal_level is " + level + ": its log does not tell which rows were changed.",
                        "set wal_level = logical on the target, and restart it, before the cutover",
                        null);
            }
        }
        connection.commit();
    }

    private static void createProbe(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean there;
            try (ResultSet row = statement.executeQuery(PROBE_EXISTS)) {
                there = row.next();
            }
            if (!there) {
                statement.execute(CREATE_PROBE);
            }
        }
    }

    /** The first transactions of a new slot were seen to come without their rows: so there is another proof until one comes whole. */
    private long prove(Connection connection, Map<TableId, TargetShape> shapes, long created, long until)
            throws SQLException, InterruptedException {
        Connection replication = ReplicationConnector.open(settings, profile.product(), () -> false);
        try {
            ReplicationStream stream = ReplicationStream.start(replication, profile.product(), settings, created);
            ProbeReader reader = new ProbeReader(new DecodedTables(tables, shapes, settings.conversion(profile)));
            Set<TableId> missing = new TreeSet<>();
            while (System.nanoTime() < until) {
                String token = Probe.token(UUID.randomUUID().toString(), settings.slot());
                Set<TableId> touched = touch(connection, shapes, token);
                missing = await(stream, reader, token, touched, Math.min(until, deadline(LONGEST_PROOF)));
                if (missing.isEmpty()) {
                    stream.confirm(reader.end(), reader.end(), false);
                    return reader.end();
                }
            }
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The target's logical decoding does not send the rows that are written there: "
                            + (missing.isEmpty()
                                    ? "no transaction came in time"
                                    : "missing are those of "
                                            + missing.stream()
                                                    .map(TableId::toString)
                                                    .collect(Collectors.joining(", ")))
                            + ".",
                    "see the target's log, end transactions that have been running for long there, and try again; tables without"
                            + " logging (UNLOGGED, column store, MOT) are not decoded",
                    null);
        } finally {
            CutOff.now(replication);
        }
    }

    /** Waits for the transaction with the token; returns the tables whose rows were not in it, or all of them if it did not come. */
    private static Set<TableId> await(
            ReplicationStream stream, ProbeReader reader, String token, Set<TableId> touched, long until)
            throws SQLException, InterruptedException {
        Set<TableId> missing = new TreeSet<>(touched);
        missing.add(DecodedTables.PROBE);
        reader.expect(token);
        PgOutputReader messages = new PgOutputReader(reader);
        while (!reader.isThere() && System.nanoTime() < until) {
            byte[] message = stream.next(true);
            if (message != null) {
                messages.read(message, ReplicationStream.dataOffset(), message.length);
                stream.understood();
            }
            if (stream.isAnswerWanted()) {
                stream.confirm(0, 0, false);
            }
        }
        if (reader.isThere()) {
            missing.removeAll(reader.seen());
            missing.remove(DecodedTables.PROBE);
        }
        return missing;
    }

    /** Writes one row of each table that has any as it is, in one transaction behind the token; returns those tables. */
    private Set<TableId> touch(Connection connection, Map<TableId, TargetShape> shapes, String token)
            throws SQLException {
        Set<TableId> touched = new TreeSet<>();
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM gaussferry.probe");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO gaussferry.probe VALUES (1, ?)");
                Statement statement = connection.createStatement()) {
            proof.hold(connection);
            statement.setQueryTimeout((int) LONGEST_PROOF.toSeconds());
            delete.executeUpdate();
            insert.setString(1, token);
            insert.executeUpdate();
            for (TargetShape shape : shapes.values()) {
                if (statement.executeUpdate(asItIs(shape)) > 0) {
                    touched.add(shape.id());
                }
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
        return touched;
    }

    /** All columns: one that is left out may be set by the server (ON UPDATE CURRENT_TIMESTAMP). */
    private static String asItIs(TargetShape shape) {
        String table = Identifiers.quoteTarget(shape.id());
        String columns = shape.columns().stream()
                .map(column -> Identifiers.quoteTarget(column.name()))
                .map(column -> column + " = " + column)
                .collect(Collectors.joining(", "));
        return "UPDATE " + table + " SET " + columns + " WHERE ctid = (SELECT ctid FROM " + table + " LIMIT 1)";
    }

    private static long deadline(Duration longest) {
        return System.nanoTime() + longest.toNanos();
    }

    private static Duration remaining(long until) {
        return Duration.ofNanos(Math.max(0, until - System.nanoTime()));
    }
}
