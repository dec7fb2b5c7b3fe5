package io.gaussferry.configuration;

import io.gaussferry.model.NamePattern;
import io.gaussferry.pipeline.settings.Shards;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of one entry of {@code gaussferry.ddl.shards}. */
public record ShardProperties(
        @Nullable String database, @Nullable String of) {

    private static final String KEY = "gaussferry.ddl.shards";

    /** Checks the entries and converts them to the core's settings. */
    static Shards toShards(List<ShardProperties> entries) {
        List<Shards.Entry> shards = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            String key = KEY + "[" + i + "]";
            String database =
                    Requirements.notBlank(key + ".database", entries.get(i).database());
            if (!database.matches(NamePattern.FORM)) {
                throw Requirements.refused(
                        key + ".database is " + database + ", which is not a database name.",
                        "write its name, where * matches any characters; a name that contains a dot needs backticks");
            }
            shards.add(new Shards.Entry(
                    NamePattern.of(database),
                    Requirements.notBlank(key + ".of", entries.get(i).of())));
        }
        return new Shards(shards);
    }
}
