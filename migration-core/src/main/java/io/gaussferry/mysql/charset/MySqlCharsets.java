package io.gaussferry.mysql.charset;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.mysql.wire.Wire;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's character sets and their decoding. MySQL's mapping takes precedence over the JDK's: the differences were determined by
 * converting every one- and two-byte code on a MySQL 9.7 server.
 */
public final class MySqlCharsets {

    /** Converts strings of one character set to UTF-8. */
    public sealed interface Decoding permits Utf8Decoding, Utf32Decoding, SingleByteDecoding, MultiByteDecoding {

        void write(byte[] bytes, int from, int to, TextRules rules, ValueSink sink);

        /** Returns whether a connection whose results are utf8mb4 selects the column unconverted. */
        default boolean isUtf8mb4() {
            return false;
        }
    }

    private record Entry(int bytesPerCharacter, Charset charset, Decoding decoding) {}

    /**
     * MySQL has the GB 18030 of 2005; newer JDKs have that of 2022, which swapped the two- and four-byte codes of these
     * characters.
     */
    private static final int[] GB18030_OF_2005 = {
        0xA6D9, 0xE78D, 0xA6DA, 0xE78E, 0xA6DB, 0xE78F, 0xA6DC, 0xE790, 0xA6DD, 0xE791, 0xA6DE, 0xE792,
        0xA6DF, 0xE793, 0xA6EC, 0xE794, 0xA6ED, 0xE795, 0xA6F3, 0xE796, 0xFE59, 0xE81E, 0xFE61, 0xE826,
        0xFE66, 0xE82B, 0xFE67, 0xE82C, 0xFE6D, 0xE832, 0xFE7E, 0xE843, 0xFE90, 0xE854, 0xFEA0, 0xE864
    };

    private static final Map<String, Entry> ENTRIES = entries();

    private MySqlCharsets() {}

    /** Returns whether strings in a character set are supported. */
    public static boolean isSupported(String characterSet) {
        return ENTRIES.containsKey(characterSet);
    }

    /** Returns the maximum number of bytes per character in a character set. */
    public static int bytesPerCharacter(String column, @Nullable String characterSet) {
        return entry(column, characterSet).bytesPerCharacter();
    }

    public static Decoding decoding(String column, @Nullable String characterSet) {
        return entry(column, characterSet).decoding();
    }

    /** Returns the conversion from UTF-8 to a character set, which decodes to the same string. For one thread. */
    public static TextEncoding encoding(String column, @Nullable String characterSet) {
        Entry entry = entry(column, characterSet);
        return switch (String.valueOf(characterSet)) {
            case "utf8mb4" -> new UnicodeEncoding(StandardCharsets.UTF_8, Character.MAX_CODE_POINT);
            case "utf8mb3", "utf8" -> new UnicodeEncoding(StandardCharsets.UTF_8, Character.MAX_VALUE);
            case "ucs2" -> new UnicodeEncoding(entry.charset(), Character.MAX_VALUE);
            case "utf16", "utf16le", "utf32" -> new UnicodeEncoding(entry.charset(), Character.MAX_CODE_POINT);
            default -> new TabulatedEncoding(entry.charset(), entry.decoding(), entry.bytesPerCharacter());
        };
    }

    /**
     * Returns the JDK's variant of a character set, for names only: it differs from MySQL's in a few characters. Empty for an
     * unknown character set.
     */
    public static Optional<Charset> charset(String characterSet) {
        return Optional.ofNullable(ENTRIES.get(characterSet)).map(Entry::charset);
    }

    /** Decodes bytes of a character set; empty if a code has no character or is U+0000, or if the character set is unknown. */
    public static Optional<String> decode(String characterSet, byte[] bytes) {
        if (!isSupported(characterSet)) {
            return Optional.empty();
        }
        PlainText decoded = new PlainText();
        TextRules strict = new TextRules("", characterSet, ConversionRules.defaults(), ColumnUsage.NONE);
        try {
            decoding("", characterSet).write(bytes, 0, bytes.length, strict, decoded);
        } catch (UnconvertibleValueException e) {
            return Optional.empty();
        }
        return Optional.of(new String(decoded.buffer(), 0, decoded.length(), StandardCharsets.UTF_8));
    }

    /** Returns whether a character set has all characters of a valid string. */
    public static boolean has(String characterSet, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return isSupported(characterSet)
                && encoding("", characterSet).append(utf8, 0, utf8.length, new BinaryOutput(utf8.length + 1))
                        == utf8.length;
    }

    private static Entry entry(String column, @Nullable String characterSet) {
        Entry entry = characterSet == null ? null : ENTRIES.get(characterSet);
        if (entry == null) {
            throw new UnsupportedColumnException(
                    "column " + column + " has the character set " + characterSet + ", which cannot be decoded",
                    "convert the column to utf8mb4 at the source (ALTER TABLE … CONVERT TO CHARACTER SET utf8mb4), or"
                            + " exclude its table");
        }
        return entry;
    }

    private static Map<String, Entry> entries() {
        Map<String, Entry> entries = new TreeMap<>();
        entries.put("utf8mb4", new Entry(4, StandardCharsets.UTF_8, new Utf8Decoding(true)));
        entries.put("utf8mb3", new Entry(3, StandardCharsets.UTF_8, new Utf8Decoding(false)));
        entries.put("utf8", new Entry(3, StandardCharsets.UTF_8, new Utf8Decoding(false)));

        singleByte(entries, "ascii", "US-ASCII");
        singleByte(entries, "latin1", "windows-1252");
        singleByte(entries, "latin2", "ISO-8859-2");
        singleByte(entries, "latin5", "ISO-8859-9");
        singleByte(entries, "latin7", "ISO-8859-13");
        singleByte(entries, "greek", "ISO-8859-7", 0xA1, 0x02BD, 0xA2, 0x02BC);
        singleByte(entries, "hebrew", "ISO-8859-8", 0xAF, 0x203E);
        singleByte(entries, "cp1250", "windows-1250");
        singleByte(entries, "cp1251", "windows-1251");
        singleByte(entries, "cp1256", "windows-1256");
        singleByte(entries, "cp1257", "windows-1257");
        singleByte(entries, "cp850", "IBM850");
        singleByte(entries, "cp852", "IBM852");
        singleByte(entries, "cp866", "IBM866", 0xFC, 0x207F, 0xFD, 0x00B2);
        singleByte(entries, "koi8r", "KOI8-R");
        singleByte(entries, "koi8u", "KOI8-U", 0x95, 0x2022);
        singleByte(entries, "tis620", "TIS-620");
        singleByte(entries, "macroman", "x-MacRoman");
        singleByte(entries, "macce", "x-MacCentralEurope");

        multiByte(entries, "gb2312", 2, "GB2312", CodeTable.NONE);
        multiByte(entries, "gbk", 2, "GBK", CodeTable.GBK, 0xA892, 0x2295);
        multiByte(entries, "gb18030", 4, "GB18030", CodeTable.NONE, GB18030_OF_2005);
        multiByte(entries, "big5", 2, "Big5", CodeTable.BIG5);
        multiByte(entries, "sjis", 2, "Shift_JIS", CodeTable.NONE, 0x815C, 0x2015, 0x815F, 0x005C);
        multiByte(entries, "cp932", 2, "windows-31j", CodeTable.NONE);
        multiByte(entries, "ujis", 3, "EUC-JP", CodeTable.UJIS, 0x8FA2B7, 0x007E, 0xA1BD, 0x2015, 0xA1C0, 0x005C);
        multiByte(entries, "eucjpms", 3, "x-eucJP-Open", CodeTable.EUCJPMS);
        multiByte(entries, "euckr", 2, "x-windows-949", CodeTable.EUCKR);
        multiByte(entries, "ucs2", 2, "UTF-16BE", CodeTable.NONE);
        multiByte(entries, "utf16", 4, "UTF-16BE", CodeTable.NONE);
        multiByte(entries, "utf16le", 4, "UTF-16LE", CodeTable.NONE);
        entries.put("utf32", new Entry(4, Charset.forName("UTF-32BE"), new Utf32Decoding()));
        return Map.copyOf(entries);
    }

    /** @param differences codes and MySQL's characters for them, where the JDK's differ */
    private static void singleByte(Map<String, Entry> entries, String name, String javaName, int... differences) {
        if (Charset.isSupported(javaName)) {
            Charset charset = Charset.forName(javaName);
            entries.put(name, new Entry(1, charset, new SingleByteDecoding(name, charset, differences)));
        }
    }

    /**
     * Adds a character set if the JDK supports it: without the module {@code jdk.charsets} some are missing and treated as
     * unknown.
     */
    private static void multiByte(
            Map<String, Entry> entries, String name, int bytes, String javaName, CodeTable codes, int... differences) {
        if (Charset.isSupported(javaName)) {
            Charset charset = Charset.forName(javaName);
            entries.put(name, new Entry(bytes, charset, new MultiByteDecoding(charset, codes, differences)));
        }
    }

    private record Utf8Decoding(boolean isUtf8mb4) implements Decoding {

        @Override
        public void write(byte[] bytes, int from, int to, TextRules rules, ValueSink sink) {
            rules.writeUtf8(bytes, from, to, sink);
        }
    }

    /** Decodes UTF-32 directly: the JDK's decoder drops a leading U+FEFF even with an explicit byte order. */
    private static final class Utf32Decoding implements Decoding {

        @Override
        public void write(byte[] bytes, int from, int to, TextRules rules, ValueSink sink) {
            for (int i = from; i < to; i += 4) {
                long codePoint = to - i < 4 ? -1 : Wire.bigEndian(bytes, i, 4);
                if (codePoint == 0) {
                    rules.nul(bytes, from, to, sink);
                } else if (codePoint < 0
                        || codePoint > Character.MAX_CODE_POINT
                        || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE)) {
                    rules.invalid(bytes, i, from, to, sink);
                } else if (codePoint < 0x80) {
                    sink.escaped((char) codePoint);
                } else {
                    sink.ascii(Character.toString((int) codePoint).getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    /** Maps each byte to a UTF-8 sequence, which is empty if the character set has no such character. */
    private static final class SingleByteDecoding implements Decoding {

        private final byte[][] characters = new byte[256][0];

        SingleByteDecoding(String name, Charset charset, int[] differences) {
            // MySQL's latin1 is Windows-1252. MySQL maps the gaps of latin1 and TIS-620 to the control characters of
            // the same number.
            boolean withControls = name.equals("latin1") || name.equals("tis620");
            for (int unit = 0; unit < 256; unit++) {
                String character = new String(new byte[] {(byte) unit}, charset);
                if (character.equals("\uFFFD") && withControls && unit >= 0x80 && unit < 0xA0) {
                    character = String.valueOf((char) unit);
                }
                if (!character.equals("\uFFFD")) {
                    characters[unit] = character.getBytes(StandardCharsets.UTF_8);
                }
            }
            for (int i = 0; i < differences.length; i += 2) {
                characters[differences[i]] =
                        Character.toString(differences[i + 1]).getBytes(StandardCharsets.UTF_8);
            }
        }

        @Override
        public void write(byte[] bytes, int from, int to, TextRules rules, ValueSink sink) {
            int index = from;
            while (index < to) {
                int start = index;
                while (index < to && bytes[index] > 0) {
                    index++;
                }
                // all single-byte character sets have ASCII in their lower half
                int written = sink.utf8(bytes, start, index);
                if (written < to) {
                    writeOther(bytes, written, from, to, rules, sink);
                    index = written + 1;
                }
            }
        }

        private void writeOther(byte[] bytes, int index, int from, int to, TextRules rules, ValueSink sink) {
            byte[] character = characters[bytes[index] & 0xFF];
            if (bytes[index] == 0) {
                rules.nul(bytes, from, to, sink);
            } else if (character.length == 0) {
                rules.invalid(bytes, index, from, to, sink);
            } else {
                sink.ascii(character);
            }
        }
    }
}
