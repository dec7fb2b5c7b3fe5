package io.gaussferry.ddl.statement;

import org.jspecify.annotations.Nullable;

/**
 * A character set in a statement.
 *
 * @param characterSet MySQL's name of it in lower case; null if not specified
 * @param collation the collation in lower case; null if not specified
 * @param binary whether it is the character set's binary collation ({@code BINARY} after a type)
 */
public record CharacterSetSpec(
        @Nullable String characterSet, @Nullable String collation, boolean binary) {

    /** An unspecified character set. */
    public static final CharacterSetSpec NONE = new CharacterSetSpec(null, null, false);

    /** Returns whether nothing is specified. */
    public boolean isEmpty() {
        return characterSet == null && collation == null && !binary;
    }

    /** Returns this specification with a subsequent collation; null changes nothing. */
    public CharacterSetSpec withCollation(@Nullable String other) {
        return other == null ? this : new CharacterSetSpec(characterSet, other, binary);
    }
}
