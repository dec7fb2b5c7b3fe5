package io.gaussferry.verify.structure;

import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.TargetStructure.Index;
import io.gaussferry.verify.structure.TargetStructure.Index.Gap;
import io.gaussferry.verify.structure.TargetStructure.Index.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares the primary key, unique keys and indexes. The rows that a unique key forbids depend on the set of its parts, not on their
 * order.
 */
final class IndexComparison {

    /**
     * A key that the target should have.
     *
     * @param label its description
     * @param isPrimary whether it is the primary key
     * @param parts its parts in order
     */
    private record Wanted(String label, boolean isPrimary, List<KeyPart> parts) {

        private Set<KeyPart> set() {
            return new HashSet<>(parts);
        }
    }

    private final ComparedStructure table;
    private final List<Wanted> unique = new ArrayList<>();

    IndexComparison(ComparedStructure table) {
        this.table = table;
        String primaryKey = table.design().primaryKey();
        if (primaryKey != null) {
            List<KeyPart> parts = KeyPart.parse(primaryKey);
            unique.add(new Wanted("primary key " + KeyPart.shown(parts), true, parts));
        }
        for (TargetSchema.Index index : table.design().indexes()) {
            if (index.unique()) {
                List<KeyPart> parts = KeyPart.parse(index.parts());
                unique.add(new Wanted("unique key " + index.source() + " " + KeyPart.shown(parts), false, parts));
            }
        }
    }

    void compare() {
        unique.forEach(this::compareUnique);
        table.actual().indexes().stream().filter(Index::forbids).forEach(this::compareExtra);
        table.design().indexes().stream().filter(index -> !index.unique()).forEach(this::comparePlain);
    }

    private void compareUnique(Wanted wanted) {
        List<Index> alike = table.actual().indexes().stream()
                .filter(index -> index.kind() == Kind.UNIQUE || index.kind() == Kind.PRIMARY)
                .filter(index -> wanted.set().equals(new HashSet<>(index.parts())))
                .toList();
        List<Index> same = alike.stream().filter(Index::isUnique).toList();
        if (same.isEmpty()) {
            String lack = alike.isEmpty() ? "is missing" : alike.get(0).gap().description();
            table.lacks(
                    wanted.isPrimary() ? Aspect.PRIMARY_KEY : Aspect.UNIQUE_KEY,
                    wanted.label() + " " + lack + " on the target");
        } else if (wanted.isPrimary() && same.stream().noneMatch(index -> index.kind() == Kind.PRIMARY)) {
            table.note(Aspect.PRIMARY_KEY, wanted.label() + " is a unique index on the target");
        } else if (same.stream().noneMatch(index -> index.parts().equals(wanted.parts()))) {
            table.note(
                    Aspect.INDEX,
                    wanted.label() + " has its columns in another order on the target: "
                            + KeyPart.shown(same.get(0).parts()));
        }
    }

    private void compareExtra(Index index) {
        Set<KeyPart> parts = new HashSet<>(index.parts());
        // in another collation it can forbid more rows than the key of the same columns
        boolean isComparable = index.kind() != Kind.EXCLUSION && (index.gap() != Gap.COLLATION || !isComplete(parts));
        if (isComparable && unique.stream().anyMatch(wanted -> wanted.set().equals(parts))) {
            return;
        }
        String label = (index.kind() == Kind.EXCLUSION ? "exclusion constraint " : "unique index ") + index.name() + " "
                + KeyPart.shown(index.parts())
                + (index.gap() == Gap.PARTIAL ? " on some rows" : "")
                + (index.gap() == Gap.COLLATION ? " in another collation" : "");
        boolean isImplied = isComparable && unique.stream().anyMatch(wanted -> parts.containsAll(wanted.parts()));
        if (isImplied) {
            table.note(
                    Aspect.INDEX,
                    label + " exists on the target only; a unique key of the source already forbids the same rows");
        } else if (index.parts().stream().anyMatch(part -> !part.isColumn()) && leavesExpressionsToOperator()) {
            table.note(
                    Aspect.INDEX,
                    label + " may be the source's unique index on an expression, which is not translated");
        } else {
            table.differs(Aspect.UNIQUE_KEY, label + " does not exist on the source");
        }
    }

    /** Returns whether the target has a key of these parts that forbids all equal rows. */
    private boolean isComplete(Set<KeyPart> parts) {
        return table.actual().indexes().stream()
                .anyMatch(index -> index.isUnique() && parts.equals(new HashSet<>(index.parts())));
    }

    /**
     * Returns whether unique indexes on expressions are left to the operator, because the target may evaluate an expression differently.
     */
    private boolean leavesExpressionsToOperator() {
        return table.definition().indexes().stream()
                        .filter(IndexDefinition::unique)
                        .count()
                > unique.size();
    }

    private void comparePlain(TargetSchema.Index index) {
        List<KeyPart> wanted = KeyPart.parse(index.parts());
        boolean isThere = table.actual().indexes().stream()
                .filter(actual -> actual.gap() == Gap.NONE && actual.kind() != Kind.EXCLUSION)
                .anyMatch(actual -> actual.parts().size() >= wanted.size()
                        && actual.parts().subList(0, wanted.size()).equals(wanted));
        if (!isThere) {
            table.note(
                    Aspect.INDEX,
                    "index " + index.source() + " " + KeyPart.shown(wanted) + " is missing on the target");
        }
    }
}
