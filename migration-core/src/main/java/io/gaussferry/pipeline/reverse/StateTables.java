package io.gaussferry.pipeline.reverse;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.opengauss.decoding.TargetShapes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables whose rows can be read on the target by their keys, and so be written to MySQL by their state. Immutable.
 */
final class StateTables {

    private final TargetProfile profile;
    private final Conversion conversion;
    private final Map<TableId, ComparedTable> compared = new HashMap<>();
    private final Map<TableId, TargetShape> shapes;

    /** Reads the target's tables; joins the connection's transaction. */
    StateTables(Connection target, TargetProfile profile, ReverseSettings settings, List<TableDefinition> tables)
            throws SQLException {
        this.profile = profile;
        this.conversion = new Conversion(profile, settings.rules(), new RuleUsage());
        this.shapes = TargetShapes.read(
                target, tables.stream().map(TableDefinition::targetId).toList());
        TargetCatalog catalog = new TargetCatalog(target);
        catalog.prefetch(tables);
        for (TableDefinition table : tables) {
            Optional<TargetTable> found = catalog.find(table);
            if (found.isPresent()) {
                compared.put(table.id(), ComparedTable.of(List.of(table), found.get(), conversion));
            }
        }
    }

    /** Returns how rows of a table are read on both sides; empty if the target has no such table. */
    Optional<ComparedTable> find(TableId table) {
        return Optional.ofNullable(compared.get(table));
    }

    /** Returns the table, if its rows can be found by their keys. */
    Optional<ComparedTable> keyed(TableId table) {
        return find(table).filter(ComparedTable::hasKey);
    }

    /** Returns the names in MySQL of all tables whose rows can be found by their keys. */
    Set<TableId> keyed() {
        return compared.keySet().stream()
                .filter(table -> keyed(table).isPresent())
                .collect(Collectors.toSet());
    }

    TargetShape shape(ComparedTable table) {
        return Objects.requireNonNull(
                shapes.get(table.definition().targetId()), () -> "the target has no table " + table.id());
    }

    TargetProfile profile() {
        return profile;
    }

    /** Returns the conversion of the migration from MySQL. */
    Conversion conversion() {
        return conversion;
    }
}
