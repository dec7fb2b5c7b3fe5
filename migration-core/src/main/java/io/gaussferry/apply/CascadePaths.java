package io.gaussferry.apply;

import io.gaussferry.apply.EqualKeyCascade.Link;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TargetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Finds the paths of foreign keys from a changed row to rows of other tables. No path visits a table twice. */
final class CascadePaths {

    private final ForeignKeys keys;
    private final Map<TableId, TargetTable> tables;
    private final Predicate<EnforcedForeignKey> acts;
    private final Predicate<EnforcedForeignKey> continues;
    private final List<List<Link>> found = new ArrayList<>();

    private CascadePaths(
            ForeignKeys keys,
            Map<TableId, TargetTable> tables,
            Predicate<EnforcedForeignKey> acts,
            Predicate<EnforcedForeignKey> continues) {
        this.keys = keys;
        this.tables = tables;
        this.acts = acts;
        this.continues = continues;
    }

    /**
     * Returns the paths from a table, each one before those that continue it.
     *
     * @param tables the replicated tables by their names on the target
     * @param acts whether a key's action changes the referencing rows
     * @param continues whether this action may reach rows that reference those
     */
    static List<List<Link>> from(
            TableId parent,
            ForeignKeys keys,
            Map<TableId, TargetTable> tables,
            Predicate<EnforcedForeignKey> acts,
            Predicate<EnforcedForeignKey> continues) {
        CascadePaths paths = new CascadePaths(keys, tables, acts, continues);
        paths.add(parent, List.of());
        return paths.found;
    }

    private void add(TableId last, List<Link> path) {
        for (EnforcedForeignKey key : keys.ofParent(last)) {
            TargetTable child = tables.get(key.child());
            boolean isRepeated =
                    path.stream().anyMatch(link -> link.child().id().equals(key.child()));
            if (child == null || isRepeated || !acts.test(key)) {
                continue;
            }
            List<Link> longer = new ArrayList<>(path);
            longer.add(new Link(key, child));
            found.add(longer);
            if (continues.test(key)) {
                add(key.child(), longer);
            }
        }
    }
}
