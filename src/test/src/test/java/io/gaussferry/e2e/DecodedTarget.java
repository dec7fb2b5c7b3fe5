package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.ReverseFinding;
import io.gaussferry.convert.image.ReverseMapping;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.opengauss.TargetProducts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.opengauss.decoding.Arming;
import io.gaussferry.opengauss.decoding.Arming.Armed;
import io.gaussferry.opengauss.decoding.ArmingRehearsal;
import io.gaussferry.opengauss.decoding.DecodingSettings;
import io.gaussferry.opengauss.decoding.KnownRows;
import io.gaussferry.opengauss.decoding.LogicalDecodingSource;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.opengauss.decoding.ProvenTables;
import io.gaussferry.opengauss.decoding.ReplicaIdentities;
import io.gaussferry.opengauss.decoding.TargetShapes;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A target whose changes are read by logical decoding, after a migration that has ended. */
final class DecodedTarget implements AutoCloseable {

    /** No daemon owns the pipeline. */
    private static final Ownership OWNER = new Ownership("decoded", 1);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PART_BYTES = 100_000;

    private final Connection target;
    private final TargetDialect dialect;
    private final DecodingSettings settings;
    private final List<TableDefinition> tables;
    private final SourceSettings source;
    private final TableCatalog catalog;
    /** The position up to which changes need not be retained. */
    final AtomicLong durable = new AtomicLong();

    private @Nullable Armed armed;
    private @Nullable Reading reading;

    /** Reads the definitions of a migration's tables; if names are given, only of those. */
    DecodedTarget(Migration migration, String... names) throws SQLException {
        ServerAddress targetAddress = Servers.sandbox().target();
        ServerAddress sourceAddress = Servers.sandbox().source();
        this.target = targetAddress.open();
        target.setAutoCommit(false);
        this.dialect = TargetProducts.detect(target);
        target.commit();
        try (Statement statement = target.createStatement()) {
            for (String sql : dialect.sessionStatements()) {
                statement.execute(sql);
            }
        }
        target.commit();
        String slot = migration.database().replaceAll("[^a-z0-9_]", "_");
        this.settings = new DecodingSettings(
                new TargetSettings(
                        targetAddress.url(),
                        targetAddress.user(),
                        targetAddress.password(),
                        ForeignKeyPolicy.values()[0],
                        Duration.ofSeconds(20)),
                0,
                slot,
                slot,
                PART_BYTES,
                RuleBook.of(ConversionRules.defaults()));
        this.source = new SourceSettings(
                sourceAddress.url(),
                sourceAddress.user(),
                sourceAddress.password(),
                List.of(migration.database()),
                77,
                1_000_000_000,
                1_000_000_000,
                SourceTimeouts.DEFAULT);
        try (Connection connection = sourceAddress.open()) {
            this.catalog = new MySqlSchemaReader(connection, source).read();
        }
        List<String> wanted = List.of(names);
        this.tables = catalog.definitions().stream()
                .filter(table -> wanted.isEmpty() || wanted.contains(table.id().name()))
                .toList();
    }

    TargetProfile profile() {
        return dialect.profile();
    }

    SourceSettings source() {
        return source;
    }

    TableCatalog catalog() {
        return catalog;
    }

    List<ReverseFinding> findings() throws SQLException {
        List<ReverseFinding> found = ReverseMapping.findings(
                tables,
                TargetShapes.read(target, names()),
                new Conversion(dialect.profile(), ConversionRules.defaults()));
        target.commit();
        return found;
    }

    Armed arm() throws Exception {
        return arm(PATIENCE);
    }

    Armed arm(Duration longest) throws Exception {
        return arm(KnownRows.NONE, longest);
    }

    /** Arms with rows for the proof. */
    Armed arm(KnownRows rows, Duration longest) throws Exception {
        armed = new Arming(connection -> OWNER, settings, dialect, tables).arm(target, rows, longest);
        durable.set(armed.lsn());
        return armed;
    }

    /** Arms after a proof while others write. */
    Armed arm(ProvenTables proven) throws Exception {
        armed = new Arming(connection -> OWNER, settings, dialect, tables)
                .arm(target, KnownRows.NONE, proven, PATIENCE);
        durable.set(armed.lsn());
        return armed;
    }

    /** Sets the replica identities of tables that no session uses. */
    void identify() throws SQLException {
        new ReplicaIdentities(connection -> OWNER, settings, dialect, tables)
                .setAhead(target, TargetShapes.read(target, names()));
    }

    private List<TableId> names() {
        return tables.stream().map(TableDefinition::targetId).toList();
    }

    /** Proves that a slot sends rows of each table that has its replica identity. */
    ProvenTables prove() throws Exception {
        KnownRows rows = KnownRows.read(target, names());
        target.commit();
        ArmingRehearsal rehearsal = new ArmingRehearsal(connection -> OWNER, settings, dialect);
        try {
            return rehearsal.prove(target, tables, rows, PATIENCE);
        } finally {
            rehearsal.remove(target);
        }
    }

    Optional<LogicalSlot.State> slot() throws SQLException {
        return new LogicalSlot(settings.slot(), dialect.decoding()).state(target);
    }

    /** Returns the server's state of the slot that runs ahead; empty if there is none. */
    Optional<LogicalSlot.State> prefetchSlot() throws SQLException {
        return new LogicalSlot(settings.prefetchSlot(), dialect.decoding()).state(target);
    }

    /** Executes statements on the target in one transaction. */
    void transaction(String... statements) throws SQLException {
        try (Statement statement = target.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        target.commit();
    }

    Connection target() {
        return target;
    }

    /** Reads from the armed position. */
    DecodedChanges read() throws InterruptedException {
        return read(
                LogicalDecodingSource.startingAt(Objects.requireNonNull(armed).lsn()));
    }

    /** Reads the changes after a progress. */
    DecodedChanges read(Progress progress) throws InterruptedException {
        DecodedChanges changes = begin(progress);
        changes.awaitConnected();
        return changes;
    }

    /** Starts to read from the armed position. */
    void begin() {
        DecodedChanges unused = begin(
                LogicalDecodingSource.startingAt(Objects.requireNonNull(armed).lsn()));
    }

    /** Starts to read the changes after a progress; the first one is not accepted before {@link DecodedChanges#release}. */
    DecodedChanges beginHeld(Progress progress) {
        DecodedChanges changes = new DecodedChanges(dialect.profile());
        changes.hold();
        return begin(progress, changes);
    }

    private DecodedChanges begin(Progress progress) {
        return begin(progress, new DecodedChanges(dialect.profile()));
    }

    private DecodedChanges begin(Progress progress, DecodedChanges changes) {
        reading = new Reading(
                new LogicalDecodingSource(
                        settings, dialect, tables, Objects.requireNonNull(armed).fingerprints(), durable::get),
                progress,
                changes);
        return changes;
    }

    /** Ends the reading; returns its failure, null if there is none. */
    @Nullable
    Throwable end() throws InterruptedException {
        Reading current = Objects.requireNonNull(reading);
        reading = null;
        current.source.stop();
        return current.join();
    }

    /** Waits for the reading to fail. */
    Throwable failure() throws InterruptedException {
        Reading current = Objects.requireNonNull(reading);
        reading = null;
        return Objects.requireNonNull(current.join(), "it did not fail");
    }

    @Override
    public void close() throws Exception {
        if (reading != null) {
            Throwable unused = end();
        }
        target.rollback();
        new Arming(connection -> OWNER, settings, dialect, tables).disarm(target);
        target.close();
    }

    /** A source on its own thread. */
    private static final class Reading {

        private final LogicalDecodingSource source;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final Thread thread;

        Reading(LogicalDecodingSource source, Progress progress, DecodedChanges changes) {
            this.source = source;
            this.thread = new Thread(() -> {
                try {
                    source.run(progress, changes);
                } catch (Throwable e) {
                    failure.set(e);
                    changes.failed(e);
                }
            });
            thread.start();
        }

        private @Nullable Throwable join() throws InterruptedException {
            thread.join(PATIENCE.toMillis());
            assertThat(thread.isAlive()).as("reading has ended").isFalse();
            return failure.get();
        }
    }
}
