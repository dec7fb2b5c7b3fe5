package io.gaussferry.e2e.types;

import static io.gaussferry.e2e.types.Reading.CHAR;
import static io.gaussferry.e2e.types.Reading.TEXT;
import static io.gaussferry.e2e.types.TypeValues.REFUSED;
import static io.gaussferry.e2e.types.TypeValues.type;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Strings, and types whose values are strings on some target. */
public final class TextValues {

    private static final String EMOJI = "😀";

    private TextValues() {}

    /** Values that could be mistaken for syntax: of COPY, of arrays, of SQL, of the protocol. */
    public static List<TypeValues> varchar() {
        return List.of(
                type("VARCHAR(40)", TEXT)
                        .text("")
                        .text(" ")
                        .text("  blanks at both ends  ")
                        .text("tab\t, line\n, return\r, bell\u0007, delete\u007f")
                        .text("\\N")
                        .text("\\.")
                        .text("\\\\x41 and \\")
                        .text("NULL")
                        .text("{braces, \"quoted\", NULL}")
                        .text("it's; -- /* ? $1 :name %s")
                        .text("\uFEFFbyte order mark")
                        .text("a\u0301 is not \u00e1")
                        .text(EMOJI.repeat(40)),
                // the longest value with a one-byte length, the shortest type with a two-byte length
                type("VARCHAR(63)", TEXT).text(EMOJI.repeat(63)).text("x"),
                type("VARCHAR(64)", TEXT).text(EMOJI.repeat(64)).text("x"),
                type("VARCHAR(256) CHARACTER SET latin1", TEXT)
                        .text("ü".repeat(255))
                        .text("ü".repeat(256)),
                type("VARCHAR(0)", TEXT).text(""),
                type("TINYTEXT", TEXT).text("").text("y".repeat(255)),
                type("TEXT", TEXT).text("").text("ab\\\n".repeat(16_000)),
                type("MEDIUMTEXT", TEXT).text("中".repeat(30_000)),
                type("LONGTEXT", TEXT).text("").text(EMOJI));
    }

    /** Trailing blanks are not part of a CHAR's value, and the binlog encodes its length in bytes in two bytes. */
    public static List<TypeValues> fixedLength() {
        return List.of(
                type("CHAR(4)", CHAR)
                        .text("")
                        .text("  a")
                        .value("'b   '", "b")
                        .text("c\t")
                        .text(EMOJI.repeat(4)),
                type("CHAR(63)", CHAR).text("z".repeat(63)),
                type("CHAR(64)", CHAR).text(EMOJI.repeat(64)),
                type("CHAR(127)", CHAR).text("a"),
                type("CHAR(128)", CHAR).text("b"),
                type("CHAR(255)", CHAR).text(EMOJI.repeat(255)).text("\\"),
                type("CHAR(255) CHARACTER SET latin1", CHAR).text("é".repeat(255)));
    }

    public static List<TypeValues> characterSets() {
        return List.of(
                type("VARCHAR(20) CHARACTER SET utf8mb3", TEXT).text("ü中€"),
                // MySQL's latin1 is Windows code page 1252, with U+0081 and others in the gaps of that code page
                type("VARCHAR(20) CHARACTER SET latin1", TEXT)
                        .text("€‘’œÿ\u00a0")
                        .value("_latin1 x'8190'", "\u0081\u0090"),
                type("VARCHAR(20) CHARACTER SET ascii", TEXT).text("plain \\ text"),
                type("VARCHAR(20) CHARACTER SET gbk", TEXT).text("中文字").text("誠\\"),
                type("VARCHAR(20) CHARACTER SET gb2312", TEXT).text("中文"),
                type("VARCHAR(20) CHARACTER SET gb18030", TEXT).text("中文" + EMOJI + "𠀀ḿ"),
                type("VARCHAR(20) CHARACTER SET big5", TEXT).text("中文功許"),
                // the second byte of these is a backslash
                type("VARCHAR(20) CHARACTER SET sjis", TEXT).text("日本ソ表能"),
                type("VARCHAR(20) CHARACTER SET cp932", TEXT).text("①髙ソ～"),
                type("VARCHAR(20) CHARACTER SET ujis", TEXT).text("日本語ｱ"),
                type("VARCHAR(20) CHARACTER SET eucjpms", TEXT).text("日本語ｱ①～－"),
                type("VARCHAR(20) CHARACTER SET euckr", TEXT).text("한국어"),
                type("VARCHAR(20) CHARACTER SET utf16", TEXT).text("a" + EMOJI).text("\t\\"),
                type("VARCHAR(20) CHARACTER SET utf16le", TEXT).text("a" + EMOJI),
                type("VARCHAR(20) CHARACTER SET utf32", TEXT).text("a" + EMOJI),
                type("VARCHAR(20) CHARACTER SET ucs2", TEXT).text("a中"),
                type("CHAR(20) CHARACTER SET utf16", CHAR).text("a b中"),
                type("TEXT CHARACTER SET koi8r", TEXT).text("Привет"),
                type("TEXT CHARACTER SET cp1251", TEXT).text("Ђ№Я"),
                type("TEXT CHARACTER SET greek", TEXT).text("Ωμέγα"),
                type("TEXT CHARACTER SET hebrew", TEXT).text("שלום"),
                type("TEXT CHARACTER SET tis620", TEXT).text("ไทย"),
                type("TEXT CHARACTER SET latin2", TEXT).text("Łódź"));
    }

    public static List<TypeValues> enumerations() {
        String longest = "m".repeat(70);
        return List.of(
                type("ENUM('a','it''s','x,y','中','back\\\\slash','line\\n')", TEXT)
                        .text("a")
                        .text("it's")
                        .text("x,y")
                        .text("中")
                        .text("back\\slash")
                        .text("line\n")
                        // the value that MySQL stores for a string that is not a member
                        .value("0", "", REFUSED),
                type("ENUM('short','" + longest + "')", TEXT).text(longest).text("short"),
                // MySQL prints a question mark for all except the first of these
                type("ENUM('really?','😀','a😀?','🎉') DEFAULT '🎉'", TEXT)
                        .text("really?")
                        .text("😀")
                        .text("a😀?")
                        .value("DEFAULT", "🎉"),
                type("SET('😀','?','🎉')", TEXT).text("😀,?,🎉").text("🎉"),
                type("ENUM('𠀀','b') CHARACTER SET gb18030", TEXT).text("𠀀"),
                type("SET('😀','b') CHARACTER SET utf16", TEXT).text("😀,b"),
                type("ENUM('','filled')", TEXT).value("1", "").text("filled"),
                type("ENUM(" + members(300) + ")", TEXT)
                        .text("m1")
                        .text("m255")
                        .text("m256")
                        .text("m300"),
                type("ENUM('ä','ß') CHARACTER SET latin1", TEXT).text("ä").text("ß"),
                type("SET('a','it''s','中')", TEXT)
                        .text("")
                        .text("a")
                        .text("it's,中")
                        .text("a,it's,中"),
                type("SET(" + members(9) + ")", TEXT).text("m9").text("m1,m8,m9"),
                type("SET(" + members(17) + ")", TEXT).text("m17"),
                type("SET(" + members(33) + ")", TEXT).text("m33").text("m1,m33"),
                type("SET(" + members(64) + ")", TEXT)
                        .text("m64")
                        .value("18446744073709551615", members(64).replace("'", "")));
    }

    private static String members(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> "'m" + number + "'")
                .collect(Collectors.joining(","));
    }
}
