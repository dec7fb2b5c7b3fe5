package io.gaussferry.ddl.statement;

import org.jspecify.annotations.Nullable;

/**
 * A character set as a statement gives it.
 *
 * @param characterSet MySQL's name of it in lower case; null where none is given
 * @param collation the collation in lower case; null where none is given
 * @param binary whether it is the character set's binary collation ({@code BINARY} behind a type)
 */
public record CharacterSetSpec(
        @Nullable String characterSet, @Nullable String collation, boolean binary) {

    /** Nothing is said. */
    public static final CharacterSetSpec NONE = new CharacterSetSpec(null, null, false);

    /** Returns whether nothing is said. */
    public boolean isEmpty() {
        return characterSet == null && collation == null && !binary;
    }

    /** Returns the same with a collation that stands behind; null changes nothing. */
    public CharacterSetSpec withCollation(@Nullable String other) {
        return other == null ? this : new CharacterSetSpec(characterSet, other, binary);
    }
}
