package io.gaussferry.ddl.statement;

import org.jspecify.annotations.Nullable;

/**
 * The options of a table that matter: those about storage do not.
 *
 * @param characters its default character set
 * @param comment its comment; null where none is given
 */
public record TableOptions(
        CharacterSetSpec characters, @Nullable String comment) {

    /** No options. */
    public static final TableOptions NONE = new TableOptions(CharacterSetSpec.NONE, null);
}
