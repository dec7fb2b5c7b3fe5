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

    DraftColumn withNullable(boolean nullable) {
        return new DraftColumn(definition.withNullable(nullable), attributes, origin);
    }

    DraftColumn renamed(String name) {
        return new DraftColumn(definition.withName(name), attributes, origin);
    }

    /** Returns this column with another default. */
    DraftColumn withDefault(@Nullable String value, boolean expression) {
        return with(attributes.withDefault(value, expression));
    }

    DraftColumn withInvisible(boolean invisible) {
        return with(attributes.withInvisible(invisible));
    }

    /** Returns this column, set to the time of each statement that inserts or updates a row. */
    DraftColumn withAutoUpdate(String clock) {
        return with(attributes.withAutoUpdate(clock));
    }

    /** Returns this character column in another character set. */
    DraftColumn converted(String collation) {
        ColumnDefinition converted = ColumnTypes.converted(definition, Collations.characterSetOf(collation));
        return new DraftColumn(
                converted, attributes.withCollation(converted.characterSet() == null ? null : collation), origin);
    }

    private DraftColumn with(ColumnAttributes others) {
        return new DraftColumn(definition, others, origin);
    }
}
