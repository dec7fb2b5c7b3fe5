package io.gaussferry.convert.rule;

import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.Utf8;
import io.gaussferry.convert.text.ValueSink;

/** Writes the strings of one column as UTF-8, and applies the rules for U+0000 and invalid bytes. */
public final class TextRules {

    private final String column;
    private final String characterSet;
    private final ConversionRules rules;
    private final ColumnUsage usage;
    private final boolean nullable;

    /** Creates the rules of a nullable column. */
    public TextRules(String column, String characterSet, ConversionRules rules, ColumnUsage usage) {
        this(column, characterSet, rules, usage, true);
    }

    /** @param nullable whether the column is nullable */
    public TextRules(String column, String characterSet, ConversionRules rules, ColumnUsage usage, boolean nullable) {
        this.nullable = nullable;
        this.usage = usage;
        this.column = column;
        this.characterSet = characterSet;
        this.rules = rules;
    }

    /**
     * Writes NULL as one whole value if the rules replace a string by NULL: the empty string, and a string that becomes
     * empty because it consists of U+0000.
     *
     * @return whether NULL was written; otherwise the caller has to write the string
     */
    public boolean writeEmptyAsNull(byte[] bytes, int from, int to, ValueSink sink) {
        if (!rules.emptyStringAsNull() || !becomesEmpty(bytes, from, to)) {
            return false;
        }
        if (!nullable) {
            throw new UnconvertibleValueException(
                    column,
                    "''",
                    "becomes NULL by the rule empty-string-as-null, but the column is NOT NULL",
                    "change the value at the source, or set empty-string-as-null: false for the column under gaussferry.rules.columns");
        }
        usage.used(Rule.EMPTY_STRING_AS_NULL, sink);
        sink.nullValue();
        return true;
    }

    private boolean becomesEmpty(byte[] bytes, int from, int to) {
        if (from == to) {
            return true;
        }
        if (rules.nul() == Nul.REFUSE) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Writes bytes that should be UTF-8; usually in a single call. */
    public void writeUtf8(byte[] bytes, int from, int to, ValueSink sink) {
        int index = sink.utf8(bytes, from, to);
        while (index < to) {
            if (bytes[index] == 0) {
                nul(bytes, from, to, sink);
            } else {
                invalid(bytes, index, from, to, sink);
            }
            index = sink.utf8(bytes, index + 1, to);
        }
    }

    /** Checks that the rule removes U+0000, and throws otherwise. The bytes are the whole value, for the message. */
    public void nul(byte[] bytes, int from, int to, ValueSink sink) {
        if (rules.nul() == Nul.REFUSE) {
            throw new UnconvertibleValueException(
                    column,
                    shown(bytes, from, to),
                    "contains the character U+0000, which the target cannot store in a string",
                    "change the value at the source, or set gaussferry.rules.nul to strip");
        }
        usage.used(Rule.NUL, bytes, from, sink);
    }

    /** Writes the replacement for the byte at an index, or throws if the rule refuses it. */
    public void invalid(byte[] bytes, int index, int from, int to, ValueSink sink) {
        if (rules.invalidBytes() == InvalidBytes.REFUSE) {
            throw new UnconvertibleValueException(
                    column,
                    UnconvertibleValueException.showHex(bytes, from, to),
                    "is not valid " + characterSet + ": byte "
                            + UnconvertibleValueException.showHex(bytes, index, index + 1) + " at " + (index - from),
                    "change the value at the source, or set gaussferry.rules.invalid-bytes to replace");
        }
        usage.used(Rule.INVALID_BYTES, bytes, from, sink);
        sink.ascii(Utf8.REPLACEMENT);
    }

    private String shown(byte[] bytes, int from, int to) {
        boolean readable = characterSet.startsWith("utf8") || characterSet.equals("ascii");
        return readable
                ? UnconvertibleValueException.showText(bytes, from, to)
                : UnconvertibleValueException.showHex(bytes, from, to);
    }
}
