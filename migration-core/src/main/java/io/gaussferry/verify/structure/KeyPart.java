package io.gaussferry.verify.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A part of an index: a column, or an expression in canonical form. The sort order is not included.
 *
 * @param text the column's name, or the expression
 * @param isColumn whether it is a column
 */
record KeyPart(String text, boolean isColumn) {

    private static final Pattern COLUMN = Pattern.compile("\"((?:[^\"]|\"\")+)\"(?: DESC)?");

    static KeyPart column(String name) {
        return new KeyPart(name, true);
    }

    static KeyPart expression(String sql) {
        return new KeyPart(ExpressionForm.of(sql).canonical(), false);
    }

    /** Parses the parts between the parentheses of a designed index. */
    static List<KeyPart> parse(String parts) {
        List<KeyPart> parsed = new ArrayList<>();
        for (String part : split(parts)) {
            Matcher column = COLUMN.matcher(part);
            parsed.add(
                    column.matches()
                            ? column(column.group(1).replace("\"\"", "\""))
                            : expression(part.replaceFirst(" DESC$", "")));
        }
        return parsed;
    }

    /** Splits at commas outside of parentheses and quotes. */
    private static List<String> split(String parts) {
        List<String> split = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int start = 0;
        for (int i = 0; i < parts.length(); i++) {
            char character = parts.charAt(i);
            if (quote != 0) {
                quote = character == quote ? 0 : quote;
            } else if (character == '"' || character == '\'') {
                quote = character;
            } else if (character == '(' || character == ')') {
                depth += character == '(' ? 1 : -1;
            } else if (character == ',' && depth == 0) {
                split.add(parts.substring(start, i).strip());
                start = i + 1;
            }
        }
        split.add(parts.substring(start).strip());
        return split;
    }

    /** Returns the parts as displayed. */
    static String shown(List<KeyPart> parts) {
        return parts.stream().map(KeyPart::text).collect(Collectors.joining(", ", "(", ")"));
    }
}
