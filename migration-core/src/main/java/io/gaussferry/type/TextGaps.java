package io.gaussferry.type;

import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Strings that the target's column takes and MySQL's column does not. */
final class TextGaps {

    /** Maximum number of characters of a short string. */
    private static final int SHORT = 255;

    private TextGaps() {}

    static List<ValueGap> of(ColumnPair column, CharacterClasses characters) {
        String characterSet = column.source().characterSet();
        if (!column.isString() || characterSet == null || !MySqlCharsets.isSupported(characterSet)) {
            return List.of();
        }
        List<ValueGap> gaps = new ArrayList<>();
        characters.of(characterSet).ifPresent(known -> gaps.add(characters(column, characterSet, known)));
        (column.source().type() == MySqlType.TEXT ? bytes(column, characterSet) : characters(column))
                .ifPresent(gaps::add);
        return gaps;
    }

    /**
     * For a short string the regular expression is the fastest. For a long one, a string of ASCII is recognized faster by its number of
     * bytes.
     */
    private static ValueGap characters(ColumnPair column, String characterSet, CharacterClass known) {
        String pattern = column.quoted() + " !~ " + Identifiers.literal(known.others());
        boolean isShort =
                column.source().type() != MySqlType.TEXT && column.source().length() <= SHORT;
        String condition = isShort
                ? pattern
                : "(octet_length(" + column.quoted() + ") = char_length(" + column.quoted() + ") OR " + pattern + ")";
        String values = "characters outside " + characterSet;
        return known.isExact()
                ? ValueGap.guarded(column.name(), "characters", values, condition)
                : ValueGap.partlyGuarded(column.name(), "characters", values, condition);
    }

    /** CHAR and VARCHAR: a length in characters, which a target may count in bytes. */
    private static Optional<ValueGap> characters(ColumnPair column) {
        TypeName type = column.type();
        long longest = column.source().length();
        boolean isPlainCharacter =
                type.base().equals("character") && type.arguments().isEmpty();
        boolean isLimited =
                !type.arguments().isEmpty() && type.argument(0) <= longest || isPlainCharacter && longest >= 1;
        return isLimited
                ? Optional.empty()
                : Optional.of(ValueGap.guarded(
                        column.name(),
                        ValueGap.LENGTH,
                        "more than " + longest + " characters",
                        "char_length(" + column.quoted() + ") <= " + longest));
    }

    /** TINYTEXT to LONGTEXT: a length in bytes of the column's character set, where the target's bytes are those of UTF-8. */
    private static Optional<ValueGap> bytes(ColumnPair column, String characterSet) {
        long longest =
                (1L << Byte.SIZE * ColumnType.of(column.source()).wireType().metadata()) - 1;
        if (longest > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        String values = "more than " + longest + " bytes in " + characterSet;
        String characters = "char_length(" + column.quoted() + ") <= ";
        return Optional.of(
                switch (characterSet) {
                    case "utf8mb4", "utf8mb3", "utf8" ->
                        ValueGap.guarded(
                                column.name(),
                                ValueGap.LENGTH,
                                values,
                                "octet_length(" + column.quoted() + ") <= " + longest);
                    case "ucs2" -> ValueGap.guarded(column.name(), ValueGap.LENGTH, values, characters + longest / 2);
                    case "utf32" -> ValueGap.guarded(column.name(), ValueGap.LENGTH, values, characters + longest / 4);
                    case "utf16", "utf16le" ->
                        ValueGap.partlyGuarded(column.name(), ValueGap.LENGTH, values, characters + longest / 2);
                    default ->
                        MySqlCharsets.bytesPerCharacter(column.name(), characterSet) == 1
                                ? ValueGap.guarded(column.name(), ValueGap.LENGTH, values, characters + longest)
                                : ValueGap.partlyGuarded(column.name(), ValueGap.LENGTH, values, characters + longest);
                });
    }
}
