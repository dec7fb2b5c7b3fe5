package io.gaussferry.ddl.evolve;

import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table draft.
 *
 * @param origin its name before the statement; null for a new column
 */
record DraftColumn(
        ColumnDefinition definition,
        ColumnAttributes attributes,
        @Nullable String origin) {

    String name() {
        return definition.name();
    }

    boolean isCalled(String name) {
        return definition.name().equalsIgnoreCase(name);
    }

    DraftColumn from(@Nullable String otherOrigin) {
        return new DraftColumn(definition, attributes, otherOrigin);
    }

    DraftColumn withNullable(boolean nullable) {
        ColumnDefinition column = definition;
        return new DraftColumn(
                new ColumnDefinition(
                        column.name(),
                        column.type(),
                        column.unsigned(),
                        column.declaration(),
                        column.length(),
                        column.precision(),
                        column.scale(),
                        column.characterSet(),
                        column.members(),
                        nullable),
                attributes,
                origin);
    }

    DraftColumn renamed(String name) {
        ColumnDefinition column = definition;
        return new DraftColumn(
                new ColumnDefinition(
                        name,
                        column.type(),
                        column.unsigned(),
                        column.declaration(),
                        column.length(),
                        column.precision(),
                        column.scale(),
                        column.characterSet(),
                        column.members(),
                        column.nullable()),
                attributes,
                origin);
    }

    /** Returns this column with another default. */
    DraftColumn withDefault(@Nullable String value, boolean expression) {
        ColumnAttributes old = attributes;
        return new DraftColumn(
                definition,
                new ColumnAttributes(
                        value,
                        expression,
                        old.onUpdateCurrentTimestamp(),
                        old.autoIncrement(),
                        old.generation(),
                        old.invisible(),
                        old.comment(),
                        old.collation()),
                origin);
    }

    DraftColumn withInvisible(boolean invisible) {
        ColumnAttributes old = attributes;
        return new DraftColumn(
                definition,
                new ColumnAttributes(
                        old.defaultText(),
                        old.defaultIsExpression(),
                        old.onUpdateCurrentTimestamp(),
                        old.autoIncrement(),
                        old.generation(),
                        invisible,
                        old.comment(),
                        old.collation()),
                origin);
    }

    /** Returns this column, set to the time of each statement that inserts or updates a row. */
    DraftColumn withAutoUpdate(String clock) {
        ColumnAttributes old = attributes;
        return new DraftColumn(
                definition,
                new ColumnAttributes(
                        clock,
                        true,
                        true,
                        old.autoIncrement(),
                        old.generation(),
                        old.invisible(),
                        old.comment(),
                        old.collation()),
                origin);
    }

    /** Returns this character column in another character set. */
    DraftColumn converted(String collation) {
        ColumnAttributes old = attributes;
        return new DraftColumn(
                ColumnTypes.converted(definition, Collations.characterSetOf(collation)),
                new ColumnAttributes(
                        old.defaultText(),
                        old.defaultIsExpression(),
                        old.onUpdateCurrentTimestamp(),
                        old.autoIncrement(),
                        old.generation(),
                        old.invisible(),
                        old.comment(),
                        collation),
                origin);
    }
}
