package io.gaussferry.schema;

import java.text.Normalizer;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The generated columns of a table and the columns that they depend on. An expression is assumed to read every column whose name
 * occurs in it, so that no dependency is missed.
 *
 * @param expressions the generation expression by column name, in the table's order; null for an ordinary column
 */
public record GeneratedColumns(Map<String, @Nullable String> expressions) {

    private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");

    /** Characters in a column name that an expression may write in an escaped form. */
    private static final Pattern ESCAPED = Pattern.compile("[`'\"\\\\]");

    public GeneratedColumns {
        expressions = Collections.unmodifiableMap(new LinkedHashMap<>(expressions));
    }

    /** Returns the generated columns of a table. */
    public static GeneratedColumns of(TableDefinition table) {
        Map<String, @Nullable String> expressions = new LinkedHashMap<>();
        for (ColumnDefinition column : table.columns()) {
            expressions.put(column.name(), table.extras().column(column.name()).generation());
        }
        return new GeneratedColumns(expressions);
    }

    /** Returns the columns that a generated column depends on, directly or through another generated column. */
    public Set<String> bases(String column) {
        Set<String> bases = new LinkedHashSet<>();
        addBases(column, bases);
        bases.remove(column);
        return bases;
    }

    private void addBases(String column, Set<String> bases) {
        String expression = expressions.get(column);
        if (expression == null) {
            return;
        }
        for (String other : expressions.keySet()) {
            if (reads(expression, other) && bases.add(other)) {
                addBases(other, bases);
            }
        }
    }

    /** Returns the generated columns that depend on one of these columns. */
    public List<String> computedFrom(Collection<String> columns) {
        return expressions.keySet().stream()
                .filter(generated -> bases(generated).stream()
                        .anyMatch(base -> columns.stream().anyMatch(base::equalsIgnoreCase)))
                .toList();
    }

    private static boolean reads(String expression, String column) {
        if (ESCAPED.matcher(column).find()) {
            return true;
        }
        return Pattern.compile("(?<![\\w$])" + Pattern.quote(normalized(column)) + "(?![\\w$])")
                .matcher(normalized(expression))
                .find();
    }

    /** Returns the name as MySQL compares it: column names ignore accents. */
    private static String normalized(String name) {
        String decomposed = Normalizer.normalize(name, Normalizer.Form.NFD);
        return ACCENTS.matcher(decomposed)
                .replaceAll("")
                .toLowerCase(Locale.ROOT)
                .replace('ß', 's');
    }
}
