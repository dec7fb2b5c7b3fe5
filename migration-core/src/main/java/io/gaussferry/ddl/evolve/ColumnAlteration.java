package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.AlterAction.AddColumn;
import io.gaussferry.ddl.statement.AlterAction.ChangeColumn;
import io.gaussferry.ddl.statement.AlterAction.ConvertCharacters;
import io.gaussferry.ddl.statement.AlterAction.DropColumn;
import io.gaussferry.ddl.statement.AlterAction.Place;
import io.gaussferry.ddl.statement.AlterAction.RenameColumn;
import io.gaussferry.ddl.statement.AlterAction.SetDefault;
import io.gaussferry.ddl.statement.AlterAction.SetVisibility;
import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TableElement.ColumnSpec;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Applies ALTER TABLE to columns, in MySQL's order: first columns that keep their position, in their old order; then
 * moved and new columns, in the order of the statement, each next to its neighbour in the list at that point.
 */
final class ColumnAlteration {

    /** 8.0.30, the first version that generates invisible primary keys. */
    private static final int WITH_GENERATED_KEYS = 80030;

    private static final String GENERATED_KEY = "my_row_id";

    private final TableDraft table;
    private final List<AlterAction> actions;
    private final ColumnBuilder builder;
    private final StatementContext context;

    ColumnAlteration(TableDraft table, List<AlterAction> actions, StatementContext context) {
        this.table = table;
        this.actions = actions;
        this.builder = new ColumnBuilder(context);
        this.context = context;
    }

    /** Returns uncertain properties of the columns, as parts of a sentence; usually empty. */
    List<String> uncertain() {
        return builder.uncertain();
    }

    void apply() {
        actions.forEach(this::requireColumn);
        boolean hasGeneratedKey = hasGeneratedKey();
        List<DraftColumn> before = List.copyOf(table.columns);
        table.columns.clear();
        for (DraftColumn column : before) {
            if (find(DropColumn.class, DropColumn::name, column).isPresent()) {
                dropChecks(column.name());
                continue;
            }
            table.columns.add(kept(column));
        }
        for (AlterAction action : actions) {
            if (action instanceof AddColumn added) {
                DraftColumn column = builder.column(added.column(), table.collation, null);
                put(converted(column, Optional.of(added.column())), added.place(), hasGeneratedKey);
            } else if (action instanceof ChangeColumn changed && changed.place().isSpecified()) {
                DraftColumn column = table.columns.stream()
                        .filter(one -> changed.name().equalsIgnoreCase(one.origin()))
                        .findFirst()
                        .orElseThrow();
                table.columns.remove(column);
                put(column, changed.place(), hasGeneratedKey);
            }
        }
        renameInForeignKeys();
        if (context.hasColumnChecks()) {
            ColumnChecks.rename(table);
        }
    }

    /**
     * Requires a known column of this name: the source had one, so otherwise the known definition differs from the
     * source's.
     */
    private void requireColumn(AlterAction action) {
        if (action instanceof DropColumn drop) {
            table.requireColumn(drop.name());
        } else if (action instanceof RenameColumn rename) {
            table.requireColumn(rename.from());
        } else if (action instanceof ChangeColumn change) {
            table.requireColumn(change.name());
        } else if (action instanceof SetDefault value) {
            table.requireColumn(value.column());
        } else if (action instanceof SetVisibility visibility) {
            table.requireColumn(visibility.column());
        }
    }

    private <T extends AlterAction> Optional<T> find(Class<T> kind, Function<T, String> name, DraftColumn column) {
        return actions.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .filter(action -> column.isCalled(name.apply(action)))
                .findFirst();
    }

    private DraftColumn kept(DraftColumn column) {
        Optional<ChangeColumn> change = find(ChangeColumn.class, ChangeColumn::name, column);
        if (change.isPresent() && context.hasColumnChecks()) {
            ColumnChecks.drop(table, column.name());
        }
        DraftColumn kept = change.isPresent()
                ? builder.column(change.get().column(), table.collation, column.name())
                : unchanged(column);
        return converted(kept, change.map(ChangeColumn::column));
    }

    /**
     * Converts a column if the statement has CONVERT TO CHARACTER SET, which also applies to the columns that the statement declares, whatever
     * character set they name ({@code get_sql_field_charset} of MySQL's sources).
     */
    private DraftColumn converted(DraftColumn column, Optional<ColumnSpec> declaration) {
        String characterSet = column.definition().characterSet();
        boolean converts = actions.stream().anyMatch(ConvertCharacters.class::isInstance);
        if (!converts) {
            return column;
        }
        if (declaration.isPresent() && isLarge(column)) {
            throw uncertain("the size", column);
        }
        if (characterSet == null || characterSet.equals("binary")) {
            return column;
        }
        if (declaration.isPresent() && declaration.get().columnDefault() instanceof DefaultSpec.Bytes) {
            throw uncertain("the default", column);
        }
        return builder.converted(column, table.collation);
    }

    private static UnknownDefinitionException uncertain(String property, DraftColumn column) {
        return new UnknownDefinitionException(
                property + " of column " + column.name() + ", which the statement declares and converts at once");
    }

    private static boolean isLarge(DraftColumn column) {
        return column.definition().type() == MySqlType.TEXT
                || column.definition().type() == MySqlType.BLOB;
    }

    private DraftColumn unchanged(DraftColumn column) {
        DraftColumn kept = column;
        Optional<RenameColumn> rename = find(RenameColumn.class, RenameColumn::from, column);
        if (rename.isPresent()) {
            kept = kept.renamed(rename.get().to());
        }
        Optional<SetDefault> value = find(SetDefault.class, SetDefault::column, column);
        if (value.isPresent()) {
            DefaultSpec given = value.get().value();
            kept = given == null ? kept.withDefault(null, false) : builder.withDefault(kept, given);
        }
        Optional<SetVisibility> visibility = find(SetVisibility.class, SetVisibility::column, column);
        return visibility.isPresent() ? kept.withInvisible(visibility.get().invisible()) : kept;
    }

    /**
     * Returns whether the table has a primary key as the server generates it with {@code sql_generate_invisible_primary_key}. Its column remains the
     * first one, even after a statement that makes another column FIRST.
     */
    private boolean hasGeneratedKey() {
        if (!context.isAtLeast(WITH_GENERATED_KEYS) || table.columns.isEmpty()) {
            return false;
        }
        DraftColumn first = table.columns.get(0);
        return first.isCalled(GENERATED_KEY)
                && first.definition().type() == MySqlType.BIGINT
                && first.definition().unsigned()
                && first.attributes().autoIncrement()
                && first.attributes().invisible()
                && table.indexes.stream()
                        .anyMatch(index -> index.isPrimary()
                                && index.parts().size() == 1
                                && first.isCalled(
                                        String.valueOf(index.parts().get(0).column())));
    }

    /** @param afterGeneratedKey whether the first position is the one after the column of a generated key */
    private void put(DraftColumn column, Place place, boolean afterGeneratedKey) {
        if (place.first()) {
            boolean isKept = afterGeneratedKey
                    && !table.columns.isEmpty()
                    && GENERATED_KEY.equalsIgnoreCase(table.columns.get(0).origin());
            table.columns.add(isKept ? 1 : 0, column);
        } else if (place.after() == null) {
            table.columns.add(column);
        } else {
            DraftColumn neighbour = table.requireColumn(place.after());
            table.columns.add(table.columns.indexOf(neighbour) + 1, column);
        }
    }

    private void dropChecks(String column) {
        List<CheckDefinition> left = table.checks.stream()
                .filter(check -> !Keys.isOnlyAbout(check, column))
                .toList();
        table.checks.clear();
        table.checks.addAll(left);
    }

    private void renameInForeignKeys() {
        List<ForeignKeyDefinition> keys = new ArrayList<>();
        for (ForeignKeyDefinition key : table.foreignKeys) {
            keys.add(new ForeignKeyDefinition(
                    key.name(),
                    key.columns().stream().map(this::nameOf).toList(),
                    key.referenced(),
                    key.referenced().equals(table.id)
                            ? key.referencedColumns().stream().map(this::nameOf).toList()
                            : key.referencedColumns(),
                    key.onUpdate(),
                    key.onDelete()));
        }
        table.foreignKeys.clear();
        table.foreignKeys.addAll(keys);
    }

    /** Returns the current name of an old column. */
    private String nameOf(String origin) {
        return successor(origin).map(DraftColumn::name).orElse(origin);
    }

    /** Returns the current version of an old column; empty if it is dropped. */
    private Optional<DraftColumn> successor(String origin) {
        return table.columns.stream()
                .filter(column -> origin.equalsIgnoreCase(column.origin()))
                .findFirst();
    }
}
