package io.gaussferry.objects.prove;

import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Proves objects that write, and whose tables have too many rows to be compared after each execution: on copies with a part of the rows, without
 * foreign keys. The copies are dropped afterwards.
 */
public final class SampledProof {

    /** Rows of each copied table, apart from those to which others refer. */
    static final int MOST_ROWS = 1_000;

    /** The extent of the copies, for the report. */
    static final String COPIED = "copies without foreign keys that have at most " + MOST_ROWS
            + " rows of each table and those to which they refer";

    private static final int ATTEMPTS = 3;

    private final ProofCopies copies;
    private final String pipeline;
    private final TargetProfile profile;
    private final int serverVersion;
    private final Collection<TableDefinition> tables;
    private final StoredSettings sessions;

    /**
     * @param copies of the tables and objects
     * @param serverVersion of the source, such as 80033
     * @param tables the replicated tables
     * @param sessions the settings of the source's session
     */
    public SampledProof(
            ProofCopies copies,
            String pipeline,
            TargetProfile profile,
            int serverVersion,
            Collection<TableDefinition> tables,
            StoredSettings sessions) {
        this.copies = copies;
        this.pipeline = pipeline;
        this.profile = profile;
        this.serverVersion = serverVersion;
        this.tables = tables;
        this.sessions = sessions;
    }

    /**
     * Proves an object.
     *
     * @param reach what an execution can reach
     * @param early whether executions start at the start of a second, so that the target does not round it up
     */
    Proof prove(Translated object, UsedObjects.Reach reach, boolean early) throws SQLException {
        String obstacle = ProofCopies.obstacle(object, reach);
        if (obstacle != null) {
            return refused(obstacle);
        }
        List<TableDefinition> originals = tables.stream()
                .filter(table -> reach.relations().contains(table.id()))
                .toList();
        try {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                if (copies.open(originals, reach.compared(), MOST_ROWS) != null) {
                    return onCopies(object, reach, originals, early);
                }
            }
            return refused("the copies differ: repeat it without writes at the source");
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return refused("the copies failed: " + CreatingSession.message(e));
        } finally {
            copies.drop();
        }
    }

    private static Proof refused(String reason) {
        return Proof.of(
                ObjectState.COMPILES,
                "its tables have too many rows to compare after each execution, and it is not executed on copies: "
                        + reason);
    }

    private Proof onCopies(Translated original, UsedObjects.Reach reach, List<TableDefinition> originals, boolean early)
            throws SQLException {
        List<SourceObject> objects =
                reach.objects().stream().map(Translated::object).toList();
        List<Translated> copied = copies.fillWithoutTargetObjects(originals, objects);
        Translated object = copied.stream()
                .filter(one -> one.object().kind() == original.object().kind()
                        && one.object()
                                .name()
                                .equals(copies.copied(original.object().name())))
                .findFirst()
                .orElse(null);
        if (object == null || copied.size() < objects.size() || !copies.areWithin(copied)) {
            return refused("it names its database");
        }
        WritingProofs writing = new WritingProofs(
                copies.source(),
                copies.target(),
                pipeline,
                profile,
                serverVersion,
                copies.tables(originals),
                Map.of(),
                sessions);
        Proof proof = writing.prove(object, new UsedObjects(copied, List.of()).reach(object, true), early);
        return new Proof(
                proof.state(),
                proof.detail().replace(copies.name() + ".", "") + ", on " + COPIED,
                proof.variation(),
                proof.showsNothing());
    }
}
