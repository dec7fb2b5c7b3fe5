package io.gaussferry.objects.translate;

/** The translation of an expression in the definition of a table. */
public sealed interface TableExpression {

    /**
     * An expression that the target can evaluate.
     *
     * @param sql the expression in the target's SQL
     * @param isBoolean whether it is a condition, which is no number on the target
     * @param isJson whether its value is a JSON document
     */
    record Written(String sql, boolean isBoolean, boolean isJson) implements TableExpression {

        /** Returns the expression as a condition. */
        public String condition() {
            return isBoolean ? sql : "(" + sql + ") <> 0";
        }

        /** Returns the expression as a value that can be converted to the type of a column. */
        public String value() {
            if (isBoolean) {
                return "CAST((" + sql + ") AS int)";
            }
            return isJson ? "CAST(" + sql + " AS text)" : sql;
        }
    }

    /**
     * An expression that the target may understand in another way.
     *
     * @param reason a phrase
     */
    record Uncertain(String reason) implements TableExpression {}
}
