package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.LiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.StringListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextOrIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextStringContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextStringLiteralContext;
import io.gaussferry.ddl.statement.DefaultSpec.StringLiteral;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Decodes literals, with or without backslash escapes. */
public final class Literals {

    /** The character set of {@code N'…'}. */
    private static final String NATIONAL = "utf8mb3";

    private final boolean escapes;

    /** Creates a decoder for the literals of one statement. */
    public Literals(StatementContext context) {
        this.escapes = !context.has(StatementContext.NO_BACKSLASH_ESCAPES);
    }

    /** Returns the value of a literal. */
    public String text(TextStringLiteralContext literal) {
        return unquote(literal.getText());
    }

    /** Returns the value of adjacent literals. */
    public String text(TextLiteralContext literal) {
        StringBuilder text = new StringBuilder();
        if (literal.NCHAR_TEXT() != null) {
            text.append(unquote(literal.NCHAR_TEXT().getText().substring(1)));
        }
        for (TextStringLiteralContext part : literal.textStringLiteral()) {
            text.append(text(part));
        }
        return text.toString();
    }

    /** Returns adjacent literals as one, with the character set of the first. */
    DefaultSpec.Text value(TextLiteralContext literal) {
        String introducer = literal.NCHAR_TEXT() == null ? introducer(literal.UNDERSCORE_CHARSET()) : NATIONAL;
        return new DefaultSpec.Text(text(literal), introducer);
    }

    /** Returns the character set of an introducer; null for none. */
    static @Nullable String introducer(@Nullable TerminalNode word) {
        return word == null ? null : word.getText().substring(1).toLowerCase(Locale.ROOT);
    }

    /** Returns a name that may be written as a literal. */
    public String text(TextOrIdentifierContext name) {
        return name.identifier() != null ? Names.of(name.identifier()) : text(name.textStringLiteral());
    }

    List<StringLiteral> strings(StringListContext list) {
        return list.textString().stream().map(this::string).toList();
    }

    private StringLiteral string(TextStringContext text) {
        return text.textStringLiteral() != null
                ? new DefaultSpec.Text(text(text.textStringLiteral()))
                : new DefaultSpec.Bytes(bytes(text.getText()), null);
    }

    /** Returns the bytes of a hexadecimal or binary literal, whatever its character set. */
    public static byte[] bytes(LiteralContext literal) {
        return bytes((literal.HEX_NUMBER() != null ? literal.HEX_NUMBER() : literal.BIN_NUMBER()).getText());
    }

    /** Parses {@code 0x…}, {@code x'…'}, {@code 0b…} and {@code b'…'}. */
    static byte[] bytes(String literal) {
        String lower = literal.toLowerCase(Locale.ROOT).replace("'", "");
        boolean binary = lower.startsWith("0b") || lower.startsWith("b");
        String digits = lower.substring(lower.startsWith("0") ? 2 : 1);
        if (!binary) {
            return HexFormat.of().parseHex(digits.length() % 2 == 0 ? digits : "0" + digits);
        }
        byte[] bytes = new byte[(digits.length() + 7) / 8];
        byte[] value = digits.isEmpty() ? new byte[0] : new BigInteger(digits, 2).toByteArray();
        int length = Math.min(value.length, bytes.length);
        System.arraycopy(value, value.length - length, bytes, bytes.length - length, length);
        return bytes;
    }

    /** Removes quotes and escapes. */
    public String unquote(String quoted) {
        char quote = quoted.charAt(0);
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < quoted.length() - 1; i++) {
            char character = quoted.charAt(i);
            if (character == '\\' && escapes && i + 1 < quoted.length() - 1) {
                i++;
                text.append(escaped(quoted.charAt(i)));
            } else {
                text.append(character);
                if (character == quote) {
                    i++; // a doubled quote is one character
                }
            }
        }
        return text.toString();
    }

    /** Returns the character of an escape sequence. LIKE wildcards keep their backslash. */
    private static String escaped(char character) {
        return switch (character) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'b' -> "\b";
            case '0' -> "\0";
            case 'Z' -> "\u001a";
            case '%', '_' -> "\\" + character;
            default -> String.valueOf(character);
        };
    }
}
