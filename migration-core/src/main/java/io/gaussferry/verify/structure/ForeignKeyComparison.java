package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.TargetStructure.Index;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the foreign keys that the target enforces with the plan. A disabled key counts as missing. */
final class ForeignKeyComparison {

    private final ForeignKeyPlan plan;
    private final List<ForeignKey> sourceKeys;
    private final boolean cascadesLogged;
    private final Collection<TargetStructures.Key> actual;
    private final Map<TableId, ComparedStructure> tables;

    /**
     * @param plan the keys that the target should have
     * @param sourceKeys all keys of the source, with the target's names
     * @param cascadesLogged whether the source logs the rows that its keys change
     * @param actual the target's keys
     * @param tables the compared tables, by the target's names
     */
    ForeignKeyComparison(
            ForeignKeyPlan plan,
            List<ForeignKey> sourceKeys,
            boolean cascadesLogged,
            Collection<TargetStructures.Key> actual,
            Map<TableId, ComparedStructure> tables) {
        this.plan = plan;
        this.sourceKeys = sourceKeys;
        this.cascadesLogged = cascadesLogged;
        this.actual = actual;
        this.tables = tables;
    }

    void compare() {
        Set<String> compared = new HashSet<>();
        for (ForeignKeyPlan.Key planned : plan.keys()) {
            // merged tables have the same keys
            ComparedStructure child = tables.get(planned.child().targetId());
            if (child != null && compared.add(planned.add(""))) {
                compare(child, ForeignKey.onTarget(planned));
            }
        }
        actual.stream()
                .filter(TargetStructures.Key::enforced)
                .map(TargetStructures.Key::definition)
                .forEach(this::compareExtra);
    }

    private void compare(ComparedStructure child, ForeignKey wanted) {
        List<TargetStructures.Key> same = actual.stream()
                .filter(key -> isOnSameColumns(key.definition(), wanted))
                .toList();
        Optional<TargetStructures.Key> enforced =
                same.stream().filter(TargetStructures.Key::enforced).findFirst();
        if (same.stream().anyMatch(key -> key.enforced() && actsLike(key.definition(), wanted))) {
            return;
        }
        if (enforced.isPresent()) {
            child.differs(
                    Aspect.FOREIGN_KEY,
                    describe(wanted) + " has " + actions(wanted) + " on the source and "
                            + actions(enforced.get().definition()) + " on the target");
        } else if (same.isEmpty()) {
            report(child, wanted, describe(wanted) + " is missing on the target");
        } else {
            report(child, wanted, describe(wanted) + " is disabled on the target");
        }
    }

    /**
     * Reports a missing key. A key without an action only protects rows that the source has already checked; an adopted table may lack it,
     * as may a table whose types the target cannot compare. A key with an action changes rows that the source does not log.
     */
    private void report(ComparedStructure child, ForeignKey wanted, String description) {
        if (wanted.cascades() || (child.isCreated() && isPossible(child, wanted))) {
            child.differs(Aspect.FOREIGN_KEY, description);
        } else {
            child.note(Aspect.FOREIGN_KEY, description);
        }
    }

    /** Returns whether the target accepts such a key: the column types match, and the parent's columns are unique. */
    private boolean isPossible(ComparedStructure child, ForeignKey key) {
        ComparedStructure parent = tables.get(key.parent());
        if (parent == null) {
            return true;
        }
        for (int i = 0; i < key.columns().size(); i++) {
            if (!type(child, key.columns().get(i))
                    .equals(type(parent, key.parentColumns().get(i)))) {
                return false;
            }
        }
        Set<String> referenced = new HashSet<>(key.parentColumns());
        return parent.isCreated()
                || parent.actual().indexes().stream()
                        .filter(Index::isUnique)
                        .anyMatch(index -> index.parts().stream()
                                .map(part -> part.text().toLowerCase(Locale.ROOT))
                                .collect(Collectors.toSet())
                                .equals(referenced));
    }

    private static String type(ComparedStructure table, String column) {
        return table.actual().columns().stream()
                .filter(each -> each.name().equalsIgnoreCase(column))
                .map(each -> each.type().replaceAll("\\(.*", ""))
                .findFirst()
                .orElse("");
    }

    private void compareExtra(ForeignKey key) {
        @Nullable ComparedStructure child = tables.get(key.child());
        @Nullable ComparedStructure parent = tables.get(key.parent());
        if (isPlanned(key) || (child == null && parent == null)) {
            return;
        }
        boolean actsTwice = cascadesLogged && key.cascades();
        if (!actsTwice && sourceKeys.stream().anyMatch(source -> actsLike(source, key))) {
            return; // a key of the source, created by hand or at the cutover
        }
        String reason = actsTwice && sourceKeys.stream().anyMatch(source -> isOnSameColumns(source, key))
                ? " exists on the target with " + actions(key)
                        + ", but the source also logs the rows that its key changes: they are changed twice"
                : " does not exist on the source";
        if (child != null) {
            child.differs(Aspect.FOREIGN_KEY, describe(key) + reason);
        } else if (parent != null) {
            // the key can reject changes of the parent, but causes no difference in rows of a replicated table
            parent.note(Aspect.FOREIGN_KEY, describe(key) + " of table " + key.child() + reason);
        }
    }

    /**
     * Returns whether a key was compared with the plan: it has the actions of a planned key, or the target has no enforced key with these
     * actions.
     */
    private boolean isPlanned(ForeignKey key) {
        return plan.keys().stream()
                .map(ForeignKey::onTarget)
                .filter(planned -> isOnSameColumns(planned, key))
                .anyMatch(planned -> actsLike(planned, key)
                        || actual.stream()
                                .noneMatch(other -> other.enforced() && actsLike(planned, other.definition())));
    }

    /** Returns whether two keys reference the same columns, in any order. */
    private static boolean isOnSameColumns(ForeignKey one, ForeignKey other) {
        return one.child().equals(other.child())
                && one.parent().equals(other.parent())
                && pairs(one).equals(pairs(other));
    }

    private static Map<String, String> pairs(ForeignKey key) {
        Map<String, String> pairs = new HashMap<>();
        for (int i = 0; i < key.columns().size(); i++) {
            pairs.put(key.columns().get(i), key.parentColumns().get(i));
        }
        return pairs;
    }

    private static boolean actsLike(ForeignKey one, ForeignKey other) {
        return isOnSameColumns(one, other) && actions(one).equals(actions(other));
    }

    private static String describe(ForeignKey key) {
        return "foreign key " + key.name() + " (" + String.join(", ", key.columns()) + ") to " + key.parent() + " ("
                + String.join(", ", key.parentColumns()) + ")";
    }

    private static String actions(ForeignKey key) {
        return key.actions().isEmpty() ? "no action" : key.actions();
    }
}
