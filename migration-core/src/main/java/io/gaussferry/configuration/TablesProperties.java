package io.gaussferry.configuration;

import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.SourceSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys below {@code gaussferry.source.tables}. */
public record TablesProperties(
        @DefaultValue("*.*") List<String> include,
        @DefaultValue List<String> exclude) {

    private static final String PREFIX = "gaussferry.source.tables";

    /**
     * Checks the values and converts them to the core's filter.
     *
     * @param schemas patterns of the replicated databases
     */
    TableFilter toFilter(List<String> schemas) {
        if (include.isEmpty()) {
            throw Requirements.refused(
                    PREFIX + ".include is empty: no table would be replicated.", "remove it to replicate every table");
        }
        for (int i = 0; i < exclude.size(); i++) {
            if (include.contains(exclude.get(i))) {
                throw Requirements.refused(
                        PREFIX + ".exclude[" + i + "] is " + exclude.get(i) + ", which is also in " + PREFIX
                                + ".include.",
                        "remove it from one of them");
            }
        }
        return new TableFilter(patterns("include", include, schemas), patterns("exclude", exclude, schemas));
    }

    private static List<TablePattern> patterns(String name, List<String> written, List<String> schemas) {
        List<TablePattern> patterns = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            String key = PREFIX + "." + name + "[" + i + "]";
            TablePattern pattern = pattern(key, written.get(i));
            Optional<String> outside = pattern.onlySchema().filter(schema -> !SourceSettings.matches(schemas, schema));
            if (outside.isPresent()) {
                throw Requirements.refused(
                        key + " is " + pattern + ", but gaussferry.source.schemas does not include database "
                                + outside.get() + ".",
                        "add the database there, or correct the pattern");
            }
            patterns.add(pattern);
        }
        return patterns;
    }

    private static TablePattern pattern(String key, String text) {
        try {
            return TablePattern.parse(text);
        } catch (IllegalArgumentException e) {
            throw Requirements.refused(
                    key + " is " + text + ".",
                    "write it as schema.table, where * matches any characters, and a name that contains a dot needs"
                            + " backticks");
        }
    }
}
