package io.gaussferry.pipeline.reverse;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the name that a new table of the target has in MySQL. Stateless. */
final class SourceNames {

    private SourceNames() {}

    /** Returns the name of a replicated table of MySQL that becomes this one on the target; empty if there is none. */
    static Optional<TableId> of(TableId target, SourceSettings source) {
        List<String> schemas = new ArrayList<>(List.of(target.schema()));
        source.schemas().stream().filter(schema -> !schema.contains("*")).forEach(schemas::add);
        List<TableId> names = schemas.stream()
                .distinct()
                .map(schema -> new TableId(schema, target.name()))
                .filter(source::includes)
                .filter(name -> source.renames().targetOf(name).equals(target))
                .toList();
        return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
    }
}
