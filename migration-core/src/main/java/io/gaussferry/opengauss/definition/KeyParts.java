package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Translates the column list of an index. */
public final class KeyParts {

    private static final Set<MySqlType> BYTES = EnumSet.of(MySqlType.BINARY, MySqlType.VARBINARY, MySqlType.BLOB);

    private KeyParts() {}

    /** Returns the columns of an index on whole columns. Used for a primary key, which has no order. */
    static String columns(TableDefinition table, IndexDefinition index) {
        return index.parts().stream()
                .map(part -> Identifiers.quoteTarget(
                        table.columns().get(part.column()).name()))
                .collect(Collectors.joining(", "));
    }

    /** Returns all parts; empty if one is an expression that is not certain to have the same meaning on the target. */
    static Optional<String> translate(TableDefinition table, IndexDefinition index, TargetProfile target) {
        return translate(
                table, index, target, expression -> ExpressionTranslator.translate(expression, table, !index.unique()));
    }

    /** Returns whether the index is created with the table: not if a part is an expression with an uncertain meaning. */
    public static boolean isCertain(TableDefinition table, IndexDefinition index) {
        return index.parts().stream()
                .allMatch(part -> part.column() >= 0
                        || Optional.ofNullable(part.expression())
                                .flatMap(expression ->
                                        ExpressionTranslator.translate(expression, table, !index.unique()))
                                .isPresent());
    }

    /**
     * Returns all parts; empty if one has no translation.
     *
     * @param expressions translates the parts that are expressions
     */
    public static Optional<String> translate(
            TableDefinition table,
            IndexDefinition index,
            TargetProfile target,
            Function<String, Optional<String>> expressions) {
        List<String> parts = new ArrayList<>();
        for (IndexDefinition.Part part : index.parts()) {
            Optional<String> translated = part.column() >= 0
                    ? Optional.of(column(table, part, target))
                    : Optional.ofNullable(part.expression())
                            .flatMap(expressions)
                            .map(expression -> "(" + expression + ")");
            if (translated.isEmpty()) {
                return Optional.empty();
            }
            parts.add(translated.get() + (part.descending() ? " DESC" : ""));
        }
        return Optional.of(String.join(", ", parts));
    }

    private static String column(TableDefinition table, IndexDefinition.Part part, TargetProfile target) {
        ColumnDefinition column = table.columns().get(part.column());
        String name = Identifiers.quoteTarget(column.name());
        int length = part.prefixLength();
        if (length == 0) {
            return name;
        }
        if (!BYTES.contains(column.type())) {
            return "(left(" + name + ", " + length + "))";
        }
        // dolphin's substring of its own types loses the bytes after a zero byte, and a cast to bytea depends on the
        // session
        return TargetTypes.isDolphin(target)
                ? "(decode(left(hex(" + name + "), " + 2 * length + "), 'hex'))"
                : "(substring(" + name + ", 1, " + length + "))";
    }
}
