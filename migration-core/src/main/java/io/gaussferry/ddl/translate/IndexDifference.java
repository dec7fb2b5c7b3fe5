package io.gaussferry.ddl.translate;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.opengauss.definition.TargetSchema.Index;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Compares indexes and primary keys of two designs of one table. An index that differs only in its name is renamed. */
final class IndexDifference {

    private final TargetSchema before;
    private final TargetSchema renamed;
    private final TargetSchema after;
    private final Map<String, String> origins;
    private final TableId table;

    /**
     * Creates a comparison.
     *
     * @param before the current design
     * @param renamed the current design with renamed and dropped columns
     * @param origins the old names of indexes at the source by their new names
     */
    IndexDifference(TargetSchema before, TargetSchema renamed, TargetSchema after, Map<String, String> origins) {
        this.before = before;
        this.renamed = renamed;
        this.after = after;
        this.origins = origins;
        this.table = after.table().targetId();
    }

    /** Returns the old index that corresponds to a new one. */
    private Optional<Index> origin(Index index) {
        String source = origins.get(index.source());
        return renamed.indexes().stream()
                .filter(old -> old.source().equals(source))
                .filter(old -> old.unique() == index.unique() && old.parts().equals(index.parts()))
                .findFirst();
    }

    private boolean keepsPrimaryKey() {
        return Objects.equals(renamed.primaryKey(), after.primaryKey());
    }

    /** Returns the steps to execute before columns change: drops and renames. */
    List<TargetStep> dropped() {
        List<TargetStep> steps = new ArrayList<>();
        Set<String> kept = new HashSet<>();
        Map<String, String> renamedIndexes = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (Index index : after.indexes()) {
            origin(index).ifPresent(old -> {
                kept.add(old.source());
                taken.add(old.name());
                if (!old.name().equals(index.name())) {
                    renamedIndexes.put(old.name(), index.name());
                }
            });
        }
        if (before.primaryKey() != null && !keepsPrimaryKey()) {
            steps.add(ObjectStatements.dropPrimaryKey(table));
        }
        for (Index old : before.indexes()) {
            if (!kept.contains(old.source())) {
                steps.add(ObjectStatements.dropIndex(table, old.name(), old.unique()));
            }
        }
        steps.addAll(RenameSequence.steps(
                renamedIndexes, taken, (from, to) -> List.of(ObjectStatements.renameIndex(table, from, to))));
        return steps;
    }

    /** Returns the steps to execute after columns have changed: new indexes. */
    List<TargetStep> created() {
        List<TargetStep> steps = new ArrayList<>();
        String key = after.primaryKey();
        if (key != null && !keepsPrimaryKey()) {
            steps.add(ObjectStatements.addPrimaryKey(table, key));
        }
        for (Index index : after.indexes()) {
            if (origin(index).isEmpty()) {
                steps.add(ObjectStatements.createIndex(after, index));
            }
        }
        return steps;
    }
}
