package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Decodes the text of statements, which the binlog has in the character set of the session that executed them ({@code
 * character_set_client}), while it has names in row events in UTF-8. For names alone: what MySQL and the JDK see differently in a few signs does
 * not matter here.
 */
final class StatementText {

    /** What a session may have beside UTF-8 and ASCII, and what the JDK calls it. */
    private static final Map<String, String> JDK_NAMES = Map.ofEntries(
            Map.entry("latin1", "windows-1252"),
            Map.entry("latin2", "ISO-8859-2"),
            Map.entry("latin5", "ISO-8859-9"),
            Map.entry("latin7", "ISO-8859-13"),
            Map.entry("greek", "ISO-8859-7"),
            Map.entry("hebrew", "ISO-8859-8"),
            Map.entry("cp1250", "windows-1250"),
            Map.entry("cp1251", "windows-1251"),
            Map.entry("cp1256", "windows-1256"),
            Map.entry("cp1257", "windows-1257"),
            Map.entry("cp850", "IBM850"),
            Map.entry("cp852", "IBM852"),
            Map.entry("cp866", "IBM866"),
            Map.entry("koi8r", "KOI8-R"),
            Map.entry("koi8u", "KOI8-U"),
            Map.entry("tis620", "TIS-620"),
            Map.entry("macroman", "x-MacRoman"),
            Map.entry("macce", "x-MacCentralEurope"),
            Map.entry("gb2312", "GB2312"),
            Map.entry("gbk", "GBK"),
            Map.entry("gb18030", "GB18030"),
            Map.entry("big5", "Big5"),
            Map.entry("sjis", "Shift_JIS"),
            Map.entry("cp932", "windows-31j"),
            Map.entry("ujis", "EUC-JP"),
            Map.entry("eucjpms", "x-eucJP-Open"),
            Map.entry("euckr", "x-windows-949"));

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
        String name = JDK_NAMES.get(characterSet);
        if (name == null || !Charset.isSupported(name)) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The source executed a statement in the character set " + characterSet
                            + ", which cannot be decoded: which tables it names is not known.",
                    "look at the statement with mysqlbinlog; if it changes a replicated table, make the same change on the"
                            + " target; then pass over it (gaussferry skip)",
                    null);
        }
        return new String(bytes, Charset.forName(name));
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
