package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.charset.MySqlCharsets;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Decodes the text of statements, which the binlog has in the character set of the session that executed them ({@code
 * character_set_client}), while it has names in row events in UTF-8. The JDK finds the characters, and MySQL's tables say which they are: one
 * on which both disagree, and that MySQL does not have beyond ASCII, becomes U+FFFD, which is no part of a name or a value.
 */
final class StatementText {

    private static final String LOST = "\uFFFD";

    private StatementText() {}

    /**
     * Decodes a statement.
     *
     * @param characterSet MySQL's name of the session's character set; empty where it is not known
     */
    static String decode(byte[] bytes, String characterSet) {
        // with the character set "binary" names are taken for UTF-8
        boolean isUtf8 = characterSet.isEmpty() || characterSet.startsWith("utf8") || characterSet.equals("binary");
        if (isUtf8 || isAscii(bytes)) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        Charset charset = MySqlCharsets.charset(characterSet)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCategory.FATAL,
                        "The source executed a statement in the character set " + characterSet
                                + ", which cannot be decoded: which tables it names is not known.",
                        "look at the statement with mysqlbinlog; if it changes a replicated table, make the same change on the"
                                + " target; then pass over it (gaussferry skip)",
                        null));
        return asMySqlHasIt(new String(bytes, charset), charset, characterSet);
    }

    private static String asMySqlHasIt(String text, Charset charset, String characterSet) {
        StringBuilder corrected = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
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
