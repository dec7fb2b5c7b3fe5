package io.gaussferry.configuration;

import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.SourceSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of one entry of {@code gaussferry.source.rename}. */
public record RenameProperties(
        @Nullable String from, @Nullable String to) {

    private static final String KEY = "gaussferry.source.rename";

    /**
     * Checks the entries and converts them to the core's rules.
     *
     * @param schemas patterns of the replicated databases
     */
    static TableRenames toRenames(List<RenameProperties> entries, List<String> schemas) {
        List<TableRename> rules = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            String key = KEY + "[" + i + "]";
            TableRename rule = entries.get(i).rule(key);
            requireReplicated(key, rule, schemas);
            for (int before = 0; before < i; before++) {
                if (rule.isCoveredBy(rules.get(before))) {
                    throw Requirements.refused(
                            key + " (" + rule + ") is never used: " + KEY + "[" + before + "] (" + rules.get(before)
                                    + ") precedes it and matches the same tables.",
                            "move the narrower rule before the other, or remove one of them");
                }
            }
            rules.add(rule);
        }
        return new TableRenames(rules);
    }

    private TableRename rule(String key) {
        String before = Requirements.notBlank(key + ".from", from);
        String after = Requirements.notBlank(key + ".to", to);
        try {
            return TableRename.parse(before, after);
        } catch (IllegalArgumentException e) {
            throw Requirements.refused(
                    key + " is from " + before + " to " + after + ": " + e.getMessage() + ".",
                    "write database to schema, or database.table to schema.table; * in from matches any characters,"
                            + " $1 in to is the first * match, and a name that contains a dot needs backticks");
        }
    }

    private static void requireReplicated(String key, TableRename rule, List<String> schemas) {
        Optional<String> outside = rule.onlySchema().filter(schema -> !SourceSettings.matches(schemas, schema));
        if (outside.isPresent()) {
            throw Requirements.refused(
                    key + " (" + rule + ") renames database " + outside.get()
                            + ", which gaussferry.source.schemas does not include.",
                    "add the database there, or correct the rule");
        }
    }
}
