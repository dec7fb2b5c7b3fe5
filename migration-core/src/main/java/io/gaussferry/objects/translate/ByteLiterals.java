package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.gaussferry.ddl.statement.Literals;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * Literals of bytes that statements store in columns of bytes: {@code x'41'}, {@code 0x41}, {@code b'1000001'} and {@code _binary'A'}. The
 * target reads them as bits, or not at all.
 */
final class ByteLiterals {

    private final Literals literals;
    private final boolean dolphin;

    ByteLiterals(Literals literals, boolean dolphin) {
        this.literals = literals;
        this.dolphin = dolphin;
    }

    /**
     * Returns the target's SQL for a value that is such a literal; empty for other values.
     *
     * @param padded the bytes of a column that is filled up with zero bytes; 0 for others. The type of dolphin fills up itself
     */
    Optional<String> of(ExprContext value, int padded) {
        return hexadecimal(value)
                .map(digits -> dolphin
                        ? "UNHEX('" + digits + "')"
                        : "decode('" + digits + "0".repeat(Math.max(0, 2 * padded - digits.length())) + "', 'hex')");
    }

    private Optional<String> hexadecimal(ExprContext value) {
        Optional<LiteralContext> number = whole(value, LiteralContext.class)
                .filter(literal -> literal.HEX_NUMBER() != null || literal.BIN_NUMBER() != null);
        if (number.isPresent()) {
            return Optional.of(HexFormat.of().formatHex(Literals.bytes(number.get())));
        }
        return whole(value, TextLiteralContext.class)
                .filter(text -> text.UNDERSCORE_CHARSET() != null
                        && text.UNDERSCORE_CHARSET().getText().equalsIgnoreCase("_binary"))
                .map(text -> HexFormat.of().formatHex(literals.text(text).getBytes(StandardCharsets.UTF_8)));
    }

    private static <T extends ParserRuleContext> Optional<T> whole(ExprContext value, Class<T> kind) {
        return ParseTrees.first(value, kind)
                .filter(literal -> literal.getSourceInterval().equals(value.getSourceInterval()));
    }
}
