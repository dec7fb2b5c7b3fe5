package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.DefaultSpec.StringLiteral;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.mysql.charset.MySqlCharsets;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes string literals. MySQL converts a literal from the client's character set to the connection's, and from there
 * to the column's; it does not convert bytes. If a conversion may lose or change a character, the value is uncertain.
 */
final class LiteralDecoder {

    private static final String BINARY = "binary";

    /** Character sets in which bytes below 0x80 are not ASCII. */
    private static final Set<String> NOT_ASCII = Set.of("ucs2", "utf16", "utf16le", "utf32", "swe7");

    private static final char REPLACEMENT = '\uFFFD';

    private final @Nullable String connection;

    LiteralDecoder(StatementContext context) {
        String collation = context.connectionCollation();
        this.connection = collation == null ? null : Collations.characterSetOf(collation);
    }

    /**
     * Returns the characters of a literal in a column.
     *
     * @param characterSet the column's character set; null for a type without one, whose literals are ASCII
     * @throws UncertainValueException if they are uncertain
     */
    String of(StringLiteral literal, @Nullable String characterSet) {
        String introducer = literal instanceof DefaultSpec.Text text
                ? text.introducer()
                : ((DefaultSpec.Bytes) literal).introducer();
        if (introducer != null && NOT_ASCII.contains(introducer)) {
            throw new UncertainValueException();
        }
        if (literal instanceof DefaultSpec.Bytes bytes) {
            return ofBytes(bytes.value(), introducer, characterSet);
        }
        String text = ((DefaultSpec.Text) literal).text();
        if (!isAscii(text)) {
            requireCertain(text, introducer);
        }
        if (BINARY.equals(introducer == null ? connection : introducer)) {
            return ofBytes(text.getBytes(StandardCharsets.UTF_8), null, characterSet);
        }
        return isAscii(text) ? text : requireIn(characterSet, requireIn(connection, text));
    }

    /**
     * Returns the bytes of a literal in a binary column.
     *
     * @throws UncertainValueException if they are uncertain
     */
    byte[] bytes(StringLiteral literal) {
        if (literal instanceof DefaultSpec.Bytes bytes) {
            return bytes.value();
        }
        DefaultSpec.Text text = (DefaultSpec.Text) literal;
        if (text.introducer() != null && NOT_ASCII.contains(text.introducer())) {
            throw new UncertainValueException();
        }
        if (!isAscii(text.text())) {
            requireCertain(text.text(), text.introducer());
            if (connection == null || !(connection.startsWith("utf8") || connection.equals(BINARY))) {
                throw new UncertainValueException();
            }
            requireIn(connection.equals(BINARY) ? "utf8mb4" : connection, text.text());
        } else if (connection != null && NOT_ASCII.contains(connection)) {
            throw new UncertainValueException();
        }
        return text.text().getBytes(StandardCharsets.UTF_8);
    }

    private static String ofBytes(byte[] bytes, @Nullable String introducer, @Nullable String characterSet) {
        boolean named = introducer != null && !introducer.equals(BINARY);
        String known = named ? introducer : characterSet;
        String ascii = new String(bytes, StandardCharsets.ISO_8859_1);
        if (isAscii(ascii) && (known == null || !NOT_ASCII.contains(known))) {
            return ascii;
        }
        if (known == null) {
            throw new UncertainValueException();
        }
        String text = MySqlCharsets.decode(modern(known), bytes).orElseThrow(UncertainValueException::new);
        return named ? requireIn(characterSet, text) : text;
    }

    /**
     * Requires a string without characters of unknown origin. Bytes after an introducer are the client's, whose
     * character set is unknown here.
     */
    private static void requireCertain(String text, @Nullable String introducer) {
        boolean certain = introducer == null
                && text.chars()
                        .noneMatch(character ->
                                character == REPLACEMENT || Character.getType(character) == Character.PRIVATE_USE);
        if (!certain) {
            throw new UncertainValueException();
        }
    }

    private static String requireIn(@Nullable String characterSet, String text) {
        if (characterSet == null || !MySqlCharsets.has(modern(characterSet), text)) {
            throw new UncertainValueException();
        }
        return text;
    }

    private static String modern(String characterSet) {
        return characterSet.equals("utf8") ? "utf8mb3" : characterSet;
    }

    static boolean isAscii(String text) {
        return text.chars().allMatch(character -> character < 0x80);
    }
}
