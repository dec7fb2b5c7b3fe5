package io.gaussferry.verify.read;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables of a comparison by their names in its report. */
public final class ReportedTables {

    private ReportedTables() {}

    /**
     * Returns tables by their reported names: the source's name, or the target's where several tables are merged.
     *
     * @return the tables of each name in the order of their names on the source
     * @throws GaussferryException if two groups have the same name, so that a comparison would omit one of them
     */
    public static Map<TableId, List<TableDefinition>> group(Collection<TableDefinition> definitions) {
        Map<TableId, List<TableDefinition>> byTarget = new TreeMap<>();
        definitions.stream()
                .sorted(Comparator.comparing(TableDefinition::id))
                .forEach(table -> byTarget.computeIfAbsent(table.targetId(), unused -> new ArrayList<>())
                        .add(table));
        Map<TableId, List<TableDefinition>> groups = new TreeMap<>();
        byTarget.forEach((target, tables) -> {
            TableId name = tables.size() == 1 ? tables.get(0).id() : target;
            if (groups.putIfAbsent(name, tables) != null) {
                throw new GaussferryException(
                        ErrorCode.SETTING_INVALID,
                        "gaussferry.source.rename merges tables into " + name
                                + ", and gives the source's table of this name another one: a comparison cannot distinguish them.",
                        "give the merged table a name that no table of the source has",
                        null);
            }
        });
        return groups;
    }
}
