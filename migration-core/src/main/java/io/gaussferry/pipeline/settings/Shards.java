package io.gaussferry.pipeline.settings;

import io.gaussferry.model.NamePattern;
import java.util.List;
import java.util.Optional;

/**
 * The source databases that are shards: their definitions change as those of their peer shards do, in this pipeline or
 * in another one with the same target. Immutable.
 *
 * @param entries the first match decides
 */
public record Shards(List<Entry> entries) {

    /** No database is a shard. */
    public static final Shards NONE = new Shards(List.of());

    public Shards {
        entries = List.copyOf(entries);
    }

    /**
     * Databases that are shards of one logical database.
     *
     * @param database matches the databases
     * @param of the logical database's name, the same in all pipelines
     */
    public record Entry(NamePattern database, String of) {}

    /** Returns the logical database of a shard; empty if the database is not a shard. */
    public Optional<String> of(String database) {
        return entries.stream()
                .filter(entry -> entry.database().matches(database))
                .map(Entry::of)
                .findFirst();
    }
}
