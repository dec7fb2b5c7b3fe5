package io.gaussferry.objects.prove;

import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import io.gaussferry.verify.compare.SourceFrontier;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Executes objects that write, on both sides, in transactions that are rolled back. On the source they take row locks as an application
 * does, for as long as one object is executed, and AUTO_INCREMENT numbers, which are not given back.
 */
public final class WritingProofs {

    /** Rows of a table that are compared after each execution. */
    private static final int MOST_ROWS = 20_000;

    private static final int ATTEMPTS = 3;

    private static final String SESSION = "SET SESSION TRANSACTION READ WRITE";
    static final String SHORT_WAITS = "SET SESSION innodb_lock_wait_timeout = 1, SESSION lock_wait_timeout = 1"
            + " /*!80003 , SESSION information_schema_stats_expiry = 0 */";

    private final Connection source;
    private final Connection target;
    private final String pipeline;
    private final TargetProfile profile;
    private final boolean dolphin;
    private final int serverVersion;
    private final Collection<TableDefinition> tables;
    private final Map<TableId, String> enginesWithoutTransactions;
    private final StoredSettings sessions;

    /**
     * @param source a session of its own, with autocommit; its settings are changed
     * @param target a session of its own, without autocommit
     * @param serverVersion of the source, such as 80033
     * @param enginesWithoutTransactions tables whose changes cannot be rolled back, with their engines
     * @param sessions the settings of the source's session
     */
    public WritingProofs(
            Connection source,
            Connection target,
            String pipeline,
            TargetProfile profile,
            int serverVersion,
            Collection<TableDefinition> tables,
            Map<TableId, String> enginesWithoutTransactions,
            StoredSettings sessions)
            throws SQLException {
        this.sessions = sessions;
        this.source = source;
        this.target = target;
        this.pipeline = pipeline;
        this.profile = profile;
        this.dolphin = TargetTypes.isDolphin(profile);
        this.serverVersion = serverVersion;
        this.tables = tables;
        this.enginesWithoutTransactions = enginesWithoutTransactions;
        try (Statement statement = source.createStatement()) {
            statement.execute(SESSION);
            statement.execute(SHORT_WAITS);
        }
    }

    /**
     * Proves an object. Empty tables within its reach have generated rows meanwhile.
     *
     * @param reach what an execution of the object can reach
     * @param early whether executions start at the start of a second, so that the target does not round it up
     */
    Proof prove(Translated object, UsedObjects.Reach reach, boolean early) throws SQLException {
        Proof proof = prove(object, reach, early, ProofRows.PRESENT);
        if (!proof.showsNothing()) {
            return proof;
        }
        Proof varied = prove(object, reach, early, ProofRows.VARIED);
        return varied.state() == ObjectState.COMPILES ? proof : varied;
    }

    private Proof prove(Translated object, UsedObjects.Reach reach, boolean early, ProofRows rows) throws SQLException {
        List<TableDefinition> changed = changed(reach);
        for (TableDefinition table : changed) {
            String engine = enginesWithoutTransactions.get(table.id());
            if (engine != null) {
                return Proof.of(
                        ObjectState.COMPILES,
                        "table " + table.id() + " has engine " + engine + ", whose changes cannot be rolled back");
            }
        }
        for (int attempt = 1; ; attempt++) {
            try {
                GtidSet position = AlignedSnapshots.open(source, target, pipeline);
                Proof proof = proveOnce(object, reach, changed, early, rows);
                boolean moved = !SourceFrontier.executed(source).equals(position);
                if (proof.state() != ObjectState.DIFFERS || !moved) {
                    return proof;
                }
                if (attempt == ATTEMPTS) {
                    return Proof.of(
                            ObjectState.COMPILES,
                            "the source changed during each of " + ATTEMPTS + " executions, and the last one differed: "
                                    + proof.detail());
                }
            } finally {
                target.rollback();
                try (Statement statement = source.createStatement()) {
                    statement.execute("ROLLBACK");
                }
            }
        }
    }

    /** Returns whether an execution may change a table that cannot be compared or rolled back. */
    boolean isRefused(UsedObjects.Reach reach) throws SQLException {
        for (TableDefinition table : changed(reach)) {
            if (enginesWithoutTransactions.containsKey(table.id()) || isLarge(table)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an execution may change a table with too many rows to compare. */
    boolean changesLarge(UsedObjects.Reach reach) throws SQLException {
        for (TableDefinition table : changed(reach)) {
            if (isLarge(table)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the servers set columns to the time when an object changes rows. */
    boolean setsTime(UsedObjects.Reach reach) {
        return changed(reach).stream().anyMatch(TableEffects::dependsOnClock);
    }

    /** Returns whether an object reads a table without rows. */
    boolean reachesEmptyTable(UsedObjects.Reach reach) throws SQLException {
        return !new GeneratedRows(source, target, tables, Map.of(), ProofRows.PRESENT)
                .chosen(reach.relations())
                .isEmpty();
    }

    private Proof proveOnce(
            Translated object, UsedObjects.Reach reach, List<TableDefinition> changed, boolean early, ProofRows rows)
            throws SQLException {
        for (TableDefinition table : changed) {
            if (isLarge(table)) {
                return Proof.of(
                        ObjectState.COMPILES,
                        "table " + table.id() + " has more than " + MOST_ROWS
                                + " rows, too many to compare after each execution");
            }
        }
        CreatingSession.prepare(target, dolphin);
        CreatingSession.executeAs(target, dolphin, sessions);
        ComputedValues computed = new ComputedValues(target, profile, serverVersion);
        TableEffects effects = new TableEffects(source, target, dolphin, changed, reach.unordered(), computed);
        String obstacle = effects.prepare();
        if (obstacle != null) {
            return Proof.of(ObjectState.COMPILES, obstacle);
        }
        // after the tables were prepared: openGauss invalidates the views of a table that is rewritten
        TargetObjects objects = new TargetObjects(target, true);
        objects.create(new ArrayList<>(reach.objects()));
        if (!objects.refused().isEmpty()) {
            return Proof.of(ObjectState.COMPILES, "the target does not create it again: " + objects.refusals());
        }
        computed.create();
        ColumnSamples samples = new ColumnSamples(source, tables, reach.relations());
        SessionVariables variables = new SessionVariables(source, target, dolphin, samples, reach.objects());
        GeneratedRows generatedRows = new GeneratedRows(source, target, tables, reach.compared(), rows);
        variables.clear();
        if (rows == ProofRows.VARIED) {
            variables.set();
        }
        String generated = generate(generatedRows, reach, effects);
        if (rows == ProofRows.VARIED && variables.set()) {
            // rows for which a trigger needs the variables
            generate(generatedRows, reach, effects);
        }
        generated += variables.description();
        effects.remember();
        Proof proof =
                execute(object, reach, effects, new PinnedClock(source, target, early), rows, samples, generatedRows);
        variables.clear();
        if (proof.state() == ObjectState.DIFFERS && !computed.plain().isEmpty()) {
            return proof.with("; it may be the reason that new rows have no " + String.join(", ", computed.plain())
                    + ": the target does not compute these generated columns");
        }
        return proof.state() == ObjectState.EXECUTED ? Proof.of(proof.state(), proof.detail() + generated) : proof;
    }

    /** Inserts generated rows; returns that for the report. Rows that both sides do not have alike are not kept. */
    private String generate(GeneratedRows rows, UsedObjects.Reach reach, TableEffects effects) throws SQLException {
        List<TableDefinition> chosen = rows.chosen(GeneratedRows.order(reach.relations(), reach.triggered()));
        List<TableDefinition> filled = new ArrayList<>();
        if (chosen.isEmpty()) {
            return "";
        }
        if (isAlike(chosen, rows, effects)) {
            filled.addAll(chosen);
        } else {
            for (TableDefinition table : chosen) {
                if (isAlike(List.of(table), rows, effects)) {
                    filled.add(table);
                }
            }
        }
        return filled.isEmpty()
                ? ""
                : ", with generated rows in "
                        + filled.stream().map(table -> table.id().toString()).collect(Collectors.joining(", "));
    }

    /** Inserts generated rows into tables, unless the sides differ afterwards; returns whether they are equal. */
    private boolean isAlike(List<TableDefinition> chosen, GeneratedRows rows, TableEffects effects)
            throws SQLException {
        Savepoint before = target.setSavepoint();
        effects.start();
        new PinnedClock(source, target).pin();
        rows.insert(chosen);
        if (effects.difference() == null) {
            return true;
        }
        effects.undo();
        target.rollback(before);
        return false;
    }

    private Proof execute(
            Translated object,
            UsedObjects.Reach reach,
            Effects effects,
            PinnedClock clock,
            ProofRows rows,
            ColumnSamples samples,
            GeneratedRows generated)
            throws SQLException {
        return switch (object.object().kind()) {
            case FUNCTION, PROCEDURE ->
                new RoutineProof(source, target, new ArgumentSamples(samples, rows), effects, clock)
                        .prove(object, reach.unordered());
            case TRIGGER ->
                new TriggerProof(source, target, effects, clock, rows, generated)
                        .prove(object, table(object), reach.seesStatement(object));
            case EVENT -> new EventProof(source, target, effects, clock).prove(object);
            case VIEW -> new ViewProof(source, target).prove(object, reach.unordered());
        };
    }

    private TableDefinition table(Translated trigger) {
        return tables.stream()
                .filter(table -> table.id().equals(trigger.object().table()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the tables that an execution may change: those that it names, and those that foreign keys connect with them. */
    private List<TableDefinition> changed(UsedObjects.Reach reach) {
        Set<TableId> names = new TreeSet<>(reach.relations());
        // generated rows need those that they refer to
        tables.stream()
                .filter(table -> reach.relations().contains(table.id()))
                .forEach(table -> table.extras().foreignKeys().forEach(key -> names.add(key.referenced())));
        boolean grown = true;
        while (grown) {
            grown = false;
            for (TableDefinition table : tables) {
                boolean refers =
                        table.extras().foreignKeys().stream().anyMatch(key -> names.contains(key.referenced()));
                grown |= refers && names.add(table.id());
            }
        }
        return tables.stream().filter(table -> names.contains(table.id())).toList();
    }

    private boolean isLarge(TableDefinition table) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM (SELECT 1 FROM "
                        + Identifiers.quoteSource(table.id()) + " LIMIT " + (MOST_ROWS + 1) + ") AS counted")) {
            row.next();
            return row.getInt(1) > MOST_ROWS;
        }
    }
}
