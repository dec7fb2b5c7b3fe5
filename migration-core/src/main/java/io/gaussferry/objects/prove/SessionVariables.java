package io.gaussferry.objects.prove;

import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives user variables that an object reads the same value on both sides: one of a column that the object compares them with or inserts them
 * into. An application sets them before it fires a trigger or calls a routine.
 */
final class SessionVariables {

    private static final Pattern NAME = Pattern.compile("(?<![\\w@`'\".])@([A-Za-z_]\\w*)");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

    private final Connection source;
    private final Connection target;
    private final ColumnSamples samples;
    private final Set<Translated> objects;
    private final Set<String> names = new TreeSet<>();
    private final Map<String, String> values = new TreeMap<>();

    /** @param dolphin whether the target has user variables */
    SessionVariables(
            Connection source, Connection target, boolean dolphin, ColumnSamples samples, Set<Translated> objects) {
        this.source = source;
        this.target = target;
        this.samples = samples;
        this.objects = objects;
        for (Translated object : objects) {
            Matcher matcher = NAME.matcher(sql(object));
            while (dolphin && matcher.find()) {
                names.add(matcher.group(1));
            }
        }
    }

    private static String sql(Translated object) {
        return Objects.requireNonNullElse(object.object().sql(), "");
    }

    /** Makes all of them NULL: an earlier object may have set them. */
    void clear() throws SQLException {
        for (String name : names) {
            set(name, "NULL", "NULL");
        }
        values.clear();
    }

    /** Sets those that have no value yet and now find one; returns whether there are such. */
    boolean set() throws SQLException {
        boolean found = false;
        for (String name : names) {
            if (values.containsKey(name)) {
                continue;
            }
            String value = value(name);
            if (value != null) {
                boolean isNumber = NUMBER.matcher(value).matches();
                set(
                        name,
                        isNumber ? value : SourceSession.literal(value),
                        isNumber ? value : Identifiers.literal(value));
                values.put(name, value);
                found = true;
            }
        }
        return found;
    }

    private @Nullable String value(String name) throws SQLException {
        for (Translated object : objects) {
            for (String column : ArgumentSamples.comparedColumns(sql(object), "@" + name)) {
                for (TableDefinition table : samples.tables()) {
                    for (ColumnDefinition definition : table.columns()) {
                        if (definition.name().equalsIgnoreCase(column)
                                && !definition.type().isBytes()) {
                            List<String> found = samples.values(table, definition);
                            if (!found.isEmpty()) {
                                return found.get(0);
                            }
                        }
                    }
                }
            }
        }
        return null;
    }

    /** Returns the names of those with a value, for the report. */
    String description() {
        return values.isEmpty() ? "" : ", with values of @" + String.join(", @", values.keySet());
    }

    private void set(String name, String ofSource, String ofTarget) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("SET @" + name + " = " + ofSource);
        }
        try (Statement statement = target.createStatement()) {
            // the translation writes their names in lower case
            statement.execute("SET @" + name.toLowerCase(Locale.ROOT) + " = " + ofTarget);
        }
    }
}
