package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.charset.MySqlCharsets;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Decodes the text of statements, which the binlog has in the character set of the session that executed them ({@code
 * character_set_client}), while it has names in row events in UTF-8. For names alone: what MySQL and the JDK see differently in a few signs does
 * not matter here.
 */
final class StatementText {

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
        return new String(bytes, charset);
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
