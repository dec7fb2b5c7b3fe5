package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.charset.MySqlCharsets;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Decodes statements, which the binlog has in the character set of the session that executed them ({@code character_set_client}),
 * while names in row events are in UTF-8. The JDK determines the boundaries of the characters, and MySQL's tables their code
 * points. A character on which both disagree, and that MySQL does not map beyond ASCII, becomes U+FFFD, which no name or value
 * contains.
 */
final class StatementDecoder {

    private static final String LOST = "\uFFFD";

    private StatementDecoder() {}

    /**
     * Decodes a statement.
     *
     * @param characterSet MySQL's name of the session's character set; empty if unknown
     */
    static String decode(byte[] bytes, String characterSet) {
        // in the character set "binary" names are treated as UTF-8
        boolean isUtf8 = characterSet.isEmpty() || characterSet.startsWith("utf8") || characterSet.equals("binary");
        if (isUtf8 || isAscii(bytes)) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        Charset charset = MySqlCharsets.charset(characterSet)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.STATEMENT_UNREADABLE,
                        "The source executed a statement in the character set " + characterSet
                                + ", which cannot be decoded. The tables that it names are unknown.",
                        "inspect the statement with mysqlbinlog; if it changes a replicated table, make the same change on the"
                                + " target, then skip it (gaussferry skip)",
                        null));
        return toMySqlCharacters(new String(bytes, charset), charset, characterSet);
    }

    private static String toMySqlCharacters(String decoded, Charset charset, String characterSet) {
        StringBuilder corrected = new StringBuilder(decoded.length());
        decoded.codePoints().forEach(character -> {
            String one = Character.toString(character);
            String known = character < 0x80
                    ? one
                    : MySqlCharsets.decode(characterSet, one.getBytes(charset))
                            .filter(other -> other.chars().noneMatch(unit -> unit < 0x80))
                            .orElse(LOST);
            corrected.append(known);
        });
        return corrected.toString();
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte one : bytes) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }
}
