package io.gaussferry.snapshot;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tables of the source that would become one table of the target: they are refused. Pure: asks no server. */
public final class MergedTables {

    private MergedTables() {}

    /**
     * Several tables that would become one.
     *
     * @param target the one
     * @param tables the tables of the source, by name
     */
    public record Group(TableId target, List<TableDefinition> tables) {

        @Override
        public String toString() {
            return tables.stream().map(table -> table.id().toString()).collect(Collectors.joining(", "));
        }
    }

    /** Returns the groups of more than one table. */
    public static List<Group> of(Collection<TableDefinition> definitions) {
        Map<TableId, List<TableDefinition>> byTarget = new TreeMap<>();
        definitions.stream()
                .sorted((a, b) -> a.id().compareTo(b.id()))
                .forEach(table -> byTarget.computeIfAbsent(table.targetId(), target -> new ArrayList<>())
                        .add(table));
        List<Group> groups = new ArrayList<>();
        byTarget.forEach((target, tables) -> {
            if (tables.size() > 1) {
                groups.add(new Group(target, tables));
            }
        });
        return groups;
    }

    /** @throws GaussferryException if there is any */
    static void refuse(Collection<TableDefinition> definitions) {
        for (Group group : of(definitions)) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "Tables " + group + " would become one table, " + group.target() + ".",
                    "give each a name of its own in gaussferry.source.rename",
                    null);
        }
    }
}
