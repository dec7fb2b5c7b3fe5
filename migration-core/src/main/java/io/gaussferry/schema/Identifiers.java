package io.gaussferry.schema;

import io.gaussferry.model.TableId;

/** Quoting of names and texts, so that their case and every character in them survive. */
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

    /** Returns a string literal for the target that reads the same whatever {@code standard_conforming_strings} says. */
    public static String literal(String text) {
        String quoted = "'" + text.replace("'", "''") + "'";
        return text.contains("\\") ? "E" + quoted.replace("\\", "\\\\") : quoted;
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
