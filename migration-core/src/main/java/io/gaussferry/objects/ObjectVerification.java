package io.gaussferry.objects;

import static io.gaussferry.objects.source.ObjectKind.EVENT;
import static io.gaussferry.objects.source.ObjectKind.FUNCTION;
import static io.gaussferry.objects.source.ObjectKind.PROCEDURE;
import static io.gaussferry.objects.source.ObjectKind.TRIGGER;
import static io.gaussferry.objects.source.ObjectKind.VIEW;

import io.gaussferry.checkpoint.RepairAdmission;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.NonTransactionalTables;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.objects.prove.AlignedSnapshots;
import io.gaussferry.objects.prove.CommittingProof;
import io.gaussferry.objects.prove.CreatingSession;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.prove.ProofCopies;
import io.gaussferry.objects.prove.ProofListener;
import io.gaussferry.objects.prove.Proofs;
import io.gaussferry.objects.prove.SampledProof;
import io.gaussferry.objects.prove.SourceSession;
import io.gaussferry.objects.prove.TargetObjects;
import io.gaussferry.objects.prove.UsedObjects;
import io.gaussferry.objects.prove.WritingProofs;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.SourceObjectReader;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.KnownNames;
import io.gaussferry.objects.translate.ObjectTranslator;
import io.gaussferry.objects.translate.Translation;
import io.gaussferry.objects.translate.Translation.Refused;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.opengauss.definition.TrialTables;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.type.TargetTypes;
import io.gaussferry.verify.compare.ProgressWatch;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Translates the source's objects, creates them on the target in a transaction that is rolled back, and proves them there if requested.
 * Changes nothing on either side.
 */
public final class ObjectVerification {

    private final String pipeline;
    private final SourceSettings sourceSettings;
    private final TargetSettings targetSettings;
    private final RuleBook rules;

    /** Creates the verification of one pipeline's objects. */
    public ObjectVerification(String pipeline, SourceSettings source, TargetSettings target, RuleBook rules) {
        this.pipeline = pipeline;
        this.sourceSettings = source;
        this.targetSettings = target;
        this.rules = rules;
    }

    /** How far objects are proven. */
    public enum Execution {
        /** They are created on the target only, after the tables that it does not have yet. */
        NONE,
        /** Those that only read are executed on both sides. */
        READING,
        /** Those that write are executed on both sides, too, in transactions that are rolled back. */
        ROLLBACK,
        /** Procedures that commit are executed, too, on copies of their tables that are dropped afterwards. */
        COPY
    }

    /**
     * Returns the outcome of each object, by kind and name.
     *
     * @throws GaussferryException if a server fails, if no common position is found, or if the source's account does not see every object
     */
    public List<ObjectOutcome> run(Execution execution, ProofListener listener) {
        try (Connection source = Sessions.openSource(sourceSettings);
                Connection writtenSource = Sessions.openSource(sourceSettings);
                Connection copied = Sessions.openSource(sourceSettings);
                Connection definitions = SourceConnections.open(sourceSettings).connection();
                TargetSessions sessions = new TargetSessions(targetSettings, 3);
                Connection target = Sessions.openTarget(sessions);
                Connection writtenTarget = Sessions.openTarget(sessions);
                Connection copiedTarget = Sessions.openTarget(sessions)) {
            StoredSettings callers = SourceSession.prepare(source);
            SourceSession.prepare(writtenSource);
            if (execution != Execution.NONE) {
                new ProgressWatch(target, pipeline).requireGtids();
            }
            TableCatalog catalog = new MySqlSchemaReader(definitions, sourceSettings).read();
            Collection<TableDefinition> tables = catalog.definitions();
            SourceObjectReader reader = new SourceObjectReader(definitions, sourceSettings);
            reader.requireVisible();
            List<SourceObject> objects = reader.read();
            TargetDialect dialect = sessions.dialect();
            boolean dolphin = TargetTypes.isDolphin(dialect.profile());
            if (execution == Execution.NONE) {
                Map<TableId, String> unused = TrialTables.create(target, tables, conversion(dialect));
            }
            CreatingSession.prepare(target, dolphin);
            Set<String> loadable = reader.loadableFunctions();
            int version = ServerVersion.of(definitions).number();
            ObjectTranslator translator = new ObjectTranslator(
                    new KnownNames(tables, objects, sourceSettings.renames(), catalog.ignoresNameCase(), loadable),
                    dialect,
                    new TargetRowTypes(target, dolphin),
                    version,
                    callers);
            TargetObjects created = new TargetObjects(target, false);
            List<ObjectOutcome> outcomes = create(objects, translator, created);
            target.rollback();
            if (execution == Execution.NONE) {
                created.created()
                        .forEach(object -> outcomes.add(new ObjectOutcome(
                                object.object(),
                                ObjectState.COMPILES,
                                "the target accepts it",
                                object,
                                order(created, object),
                                uses(object, objects))));
            } else {
                WritingProofs writing = execution == Execution.READING
                        ? null
                        : new WritingProofs(
                                writtenSource,
                                writtenTarget,
                                pipeline,
                                dialect.profile(),
                                version,
                                tables,
                                NonTransactionalTables.withoutTransactions(definitions),
                                callers);
                UsedObjects used = new UsedObjects(
                        created.created(),
                        outcomes.stream().map(ObjectOutcome::object).toList());
                AlignedSnapshots.open(source, target, pipeline);
                ProofCopies copies = new ProofCopies(
                        copied,
                        copiedTarget,
                        pipeline,
                        dolphin,
                        conversion(dialect),
                        (copiedTables, names) -> new ObjectTranslator(
                                new KnownNames(
                                        copiedTables, names, TableRenames.NONE, catalog.ignoresNameCase(), loadable),
                                dialect,
                                new TargetRowTypes(copiedTarget, dolphin),
                                version,
                                callers),
                        version,
                        sourceSettings::includes);
                boolean mayCopy = execution == Execution.COPY;
                if (mayCopy) {
                    SourceSession.prepare(copied);
                    CommittingProof.prepare(copied);
                }
                new Proofs(
                                source,
                                target,
                                () -> AlignedSnapshots.open(source, target, pipeline),
                                dolphin,
                                tables,
                                used,
                                callers,
                                writing,
                                mayCopy ? new CommittingProof(copies, dolphin, tables, callers) : null,
                                mayCopy
                                        ? new SampledProof(
                                                copies, pipeline, dialect.profile(), version, tables, callers)
                                        : null)
                        .prove(created.created(), listener)
                        .forEach((object, proof) -> outcomes.add(new ObjectOutcome(
                                object.object(),
                                proof.state(),
                                proof.detail(),
                                object,
                                order(created, object),
                                uses(object, objects))));
            }
            outcomes.sort(Comparator.comparing(
                            (ObjectOutcome outcome) -> outcome.object().kind())
                    .thenComparing(outcome -> outcome.object().name()));
            return outcomes;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private Conversion conversion(TargetDialect dialect) {
        return new Conversion(
                dialect.profile(),
                rules,
                new RuleUsage(),
                targetSettings.partitions().of(dialect.partitionKinds()));
    }

    /** Returns the labels of the views and routines that an object names. */
    private List<String> uses(Translated object, List<SourceObject> objects) {
        return objects.stream()
                .filter(other -> switch (other.kind()) {
                    case VIEW -> object.relations().contains(other.name());
                    case FUNCTION, PROCEDURE ->
                        object.routines().contains(sourceSettings.renames().targetOf(other.name()));
                    case TRIGGER, EVENT -> false;
                })
                .map(SourceObject::label)
                .toList();
    }

    private static int order(TargetObjects created, Translated object) {
        return created.created().indexOf(object) + 1;
    }

    /**
     * Stores outcomes on the target, for the next cutover. Those of databases that the settings do not include remain.
     *
     * @throws GaussferryException if a cutover is running or has switched, or the target fails
     */
    public void store(List<ObjectOutcome> outcomes) {
        try (Connection source = SourceConnections.open(sourceSettings).connection();
                TargetSessions sessions = new TargetSessions(targetSettings, 1);
                Connection target = Sessions.openTarget(sessions)) {
            RepairAdmission.requireNoCutover(target, pipeline, "The states of the objects were not stored");
            ObjectChangeStore.lock(target);
            new ObjectStore(pipeline).replace(target, outcomes, sourceSettings::includes);
            // the objects may have changed while they were verified
            List<ObjectChange> unused = new ObjectChangeStore(pipeline)
                    .record(
                            target,
                            new SourceObjectReader(source, sourceSettings).fingerprints(),
                            sourceSettings::includes);
            target.commit();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Returns the objects of the last verification, and their changes since then. */
    public StoredObjects stored() {
        try (TargetSessions sessions = new TargetSessions(targetSettings, 1);
                Connection target = Sessions.openTarget(sessions)) {
            return StoredObjects.read(target, pipeline);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static GaussferryException failed(SQLException e) {
        return new GaussferryException(
                ErrorCode.SERVER_FAILED,
                SqlFailure.of(e).category(),
                "The objects cannot be verified: " + RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState() + ")",
                "check that both servers are reachable, and the accounts' privileges",
                e);
    }

    /** Creates the objects on the target; returns the outcomes of those that it does not have. */
    private List<ObjectOutcome> create(List<SourceObject> objects, ObjectTranslator translator, TargetObjects created)
            throws SQLException {
        List<ObjectOutcome> refused = new ArrayList<>();
        // the columns that a procedure returns may depend on functions and views
        for (Set<ObjectKind> kinds : List.of(EnumSet.of(FUNCTION, VIEW), EnumSet.of(PROCEDURE, TRIGGER, EVENT))) {
            List<Translated> translated = new ArrayList<>();
            for (SourceObject object : objects) {
                if (!kinds.contains(object.kind())) {
                    continue;
                }
                Translation translation = translator.translate(object);
                if (translation instanceof Refused reason) {
                    refused.add(new ObjectOutcome(object, ObjectState.BY_HAND, reason.reason(), null, 0, List.of()));
                } else {
                    translated.add((Translated) translation);
                }
            }
            created.create(translated);
        }
        created.refused()
                .forEach((object, failure) -> refused.add(new ObjectOutcome(
                        object.object(),
                        ObjectState.BY_HAND,
                        "the target refuses it: " + CreatingSession.message(failure),
                        object,
                        0,
                        uses(object, objects))));
        return refused;
    }
}
