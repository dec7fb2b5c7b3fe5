package io.gaussferry.model;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule for table names on the target: {@code shop} to {@code sales} for all tables of a database, {@code shop.orders}
 * to {@code sales.orders} for tables. The new name may contain the characters that a star has matched: {@code $1} for
 * the first star from the left, up to {@code $9}. A name between backticks is literal, on both sides.
 */
public final class TableRename {

    private static final Pattern SCHEMA = Pattern.compile(NamePattern.FORM);
    private static final Pattern TABLE = Pattern.compile("(" + NamePattern.FORM + ")\\.(" + NamePattern.FORM + ")");
    private static final Pattern STAR = Pattern.compile("\\$([1-9])");

    private final String text;
    private final TablePattern from;
    private final String schema;
    /** Empty if tables keep their names. */
    private final String name;

    private TableRename(String text, TablePattern from, String schema, String name) {
        this.text = text;
        this.from = from;
        this.schema = schema;
        this.name = name;
    }

    /**
     * Parses a rule.
     *
     * @param from databases or tables
     * @param to their new name, of the same form
     * @throws IllegalArgumentException with the reason if the rule is invalid
     */
    public static TableRename parse(String from, String to) {
        Matcher tables = TABLE.matcher(to);
        boolean ofSchema = SCHEMA.matcher(from).matches();
        if (!ofSchema && !TABLE.matcher(from).matches()) {
            throw new IllegalArgumentException(from + " is neither a database nor schema.table");
        }
        if (ofSchema != SCHEMA.matcher(to).matches() || !(ofSchema || tables.matches())) {
            throw new IllegalArgumentException(
                    ofSchema ? "a database becomes a schema, not " + to : "a table becomes schema.table, not " + to);
        }
        TablePattern pattern = TablePattern.parse(ofSchema ? from + ".*" : from);
        int stars = pattern.starCount() - (ofSchema ? 1 : 0);
        String schema = ofSchema ? to : tables.group(1);
        String name = ofSchema ? "" : tables.group(2);
        require(schema, stars);
        require(name, stars);
        return new TableRename(from + " to " + to, pattern, schema, name);
    }

    private static void require(String part, int stars) {
        if (NamePattern.isQuoted(part)) {
            return;
        }
        if (part.contains("*")) {
            throw new IllegalArgumentException("a new name cannot contain a star; $1 is the match of the first star");
        }
        Matcher reference = STAR.matcher(part);
        while (reference.find()) {
            if (Integer.parseInt(reference.group(1)) > stars) {
                throw new IllegalArgumentException("no star corresponds to " + reference.group());
            }
        }
    }

    /** Returns the table's name on the target, in which a part may be empty; empty if the rule does not match. */
    public Optional<TableId> apply(TableId table) {
        return from.stars(table)
                .map(stars ->
                        new TableId(replaced(schema, stars), name.isEmpty() ? table.name() : replaced(name, stars)));
    }

    private static String replaced(String part, List<String> stars) {
        if (NamePattern.isQuoted(part)) {
            return NamePattern.literal(part);
        }
        return STAR.matcher(part)
                .replaceAll(star -> Matcher.quoteReplacement(stars.get(Integer.parseInt(star.group(1)) - 1)));
    }

    /** Returns whether the rule renames all tables of a database. */
    public boolean isOfSchema() {
        return name.isEmpty();
    }

    /**
     * Returns whether another rule matches all tables of this one. Detected if this rule has no star, or has the same
     * pattern.
     */
    public boolean isCoveredBy(TableRename other) {
        if (from.toString().equals(other.from.toString())) {
            return true;
        }
        if (isOfSchema()) {
            return other.isOfSchema()
                    && from.onlySchema()
                            .filter(only ->
                                    other.from.stars(new TableId(only, "")).isPresent())
                            .isPresent();
        }
        return from.onlyTable().filter(other.from::matches).isPresent();
    }

    /** Returns the only database whose tables the rule matches; empty if it matches several. */
    public Optional<String> onlySchema() {
        return from.onlySchema();
    }

    @Override
    public String toString() {
        return text;
    }
}
