package io.gaussferry.schema;

import io.gaussferry.model.TableId;

/** Quotes names and strings so that their case and all characters are preserved. */
public final class Identifiers {

    private Identifiers() {}

    /** Quotes a name for the target: openGauss in all its modes, and PostgreSQL. */
    public static String quoteTarget(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /** Quotes a table's name for the target, with its schema. */
    public static String quoteTarget(TableId table) {
        return quoteTarget(table.schema()) + "." + quoteTarget(table.name());
    }

    /** Returns a string literal for the target that is valid under any setting of {@code standard_conforming_strings}. */
    public static String literal(String value) {
        String quoted = "'" + value.replace("'", "''") + "'";
        return value.contains("\\") ? "E" + quoted.replace("\\", "\\\\") : quoted;
    }

    /** Quotes the body of a function for the target. */
    public static String dollarQuoted(String body) {
        String tag = "$gf$";
        while (body.contains(tag)) {
            tag = "$g" + tag.substring(1);
        }
        return tag + "\n" + body + "\n" + tag;
    }

    /** Quotes a name for MySQL. */
    public static String quoteSource(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Quotes a table's name for MySQL, with its database. */
    public static String quoteSource(TableId table) {
        return quoteSource(table.schema()) + "." + quoteSource(table.name());
    }
}
