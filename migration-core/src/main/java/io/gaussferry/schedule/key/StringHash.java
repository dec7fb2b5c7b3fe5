package io.gaussferry.schedule.key;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.charset.GeneralCiWeights;
import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.mysql.charset.MySqlCharsets.Decoding;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.type.ColumnType;
import java.util.Set;

/**
 * Hashes strings that the target compares without trailing blanks, or by a collation. For a collation it hashes the weights of {@code
 * utf8mb4_general_ci}. Strings of other character sets are decoded first.
 */
final class StringHash implements ValueHash {

    private static final Set<String> UTF8 = Set.of("utf8mb4", "utf8mb3", "utf8", "ascii");

    private static final int WEIGHT_BITS = 16;

    /** The number of weights in a long. */
    private static final int GROUP = Long.SIZE / WEIGHT_BITS;

    private static final int MALFORMED = -1;

    private final int lengthBytes;
    private final boolean byWeight;
    private final boolean isUtf8;
    private final Decoding decoding;
    private final TextRules lenient;
    private final PlainText decoded = new PlainText();

    private StringHash(ColumnDefinition column, boolean byWeight) {
        String characterSet = String.valueOf(column.characterSet());
        this.lengthBytes = ColumnType.of(column).wireType().lengthBytes();
        this.byWeight = byWeight;
        this.isUtf8 = UTF8.contains(characterSet);
        this.decoding = MySqlCharsets.decoding(column.name(), column.characterSet());
        this.lenient = new TextRules(
                column.name(),
                characterSet,
                ConversionRules.defaults().withNul(Nul.STRIP).withInvalidBytes(InvalidBytes.REPLACE),
                ColumnUsage.NONE);
    }

    /** Returns the hash for a string column. */
    static ValueHash of(ColumnDefinition column, StringEquality equality) {
        return switch (equality) {
            case EXACT -> EXACT;
            case WITHOUT_TRAILING_BLANKS -> new StringHash(column, false);
            case BY_COLLATION -> new StringHash(column, true);
        };
    }

    @Override
    public long of(long seed, byte[] image, int from, int to) {
        return isUtf8 ? ofUtf8(seed, image, from + lengthBytes, to) : ofDecoded(seed, image, from + lengthBytes, to);
    }

    private long ofDecoded(long seed, byte[] bytes, int from, int to) {
        decoded.reset();
        decoding.write(bytes, from, to, lenient, decoded);
        return ofUtf8(seed, decoded.buffer(), 0, decoded.length());
    }

    private long ofUtf8(long seed, byte[] bytes, int from, int to) {
        int end = to;
        // a rule may remove U+0000
        while (end > from && (bytes[end - 1] == ' ' || bytes[end - 1] == 0)) {
            end--;
        }
        return byWeight ? ofWeights(seed, bytes, from, end) : Hashing.ofBytes(seed, bytes, from, end);
    }

    private long ofWeights(long seed, byte[] bytes, int from, int to) {
        long hash = seed;
        long group = 0;
        int count = 0;
        int offset = from;
        while (offset < to) {
            int character = bytes[offset];
            if (character >= 0) {
                offset++;
            } else {
                character = characterAt(bytes, offset, to);
                if (character == MALFORMED) {
                    return ofDecoded(seed, bytes, from, to);
                }
                offset += length(bytes[offset]);
            }
            int weight = GeneralCiWeights.of(character);
            if (weight != 0) {
                group = group << WEIGHT_BITS | weight;
                if (++count % GROUP == 0) {
                    hash = Hashing.combine(hash, group);
                    group = 0;
                }
            }
        }
        return Hashing.finish(Hashing.combine(Hashing.combine(hash, group), count));
    }

    /** Returns the character beyond ASCII that starts at an offset. */
    private static int characterAt(byte[] bytes, int offset, int to) {
        int length = length(bytes[offset]);
        if (offset + length > to) {
            return MALFORMED;
        }
        int character = bytes[offset] & 0x7F >> length;
        for (int i = offset + 1; i < offset + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return MALFORMED;
            }
            character = character << 6 | bytes[i] & 0x3F;
        }
        return character;
    }

    /** Returns the length of the character that starts with a byte beyond ASCII. */
    private static int length(byte lead) {
        int bits = lead & 0xFF;
        return bits >= 0xF0 ? 4 : bits >= 0xE0 ? 3 : 2;
    }
}
