package io.gaussferry.pipeline.settings;

import io.gaussferry.model.NamePattern;
import java.util.List;
import java.util.Optional;

/**
 * Which databases of the source are shards: their definitions change as those of their sisters do, in this pipeline or in another one
 * into the same target. Immutable.
 *
 * @param entries the first that is for a database decides
 */
public record Shards(List<Entry> entries) {

    /** No database is one. */
    public static final Shards NONE = new Shards(List.of());

    public Shards {
        entries = List.copyOf(entries);
    }

    /**
     * Databases that are shards of one.
     *
     * @param database which
     * @param of what all pipelines call that which they are shards of
     */
    public record Entry(NamePattern database, String of) {}

    /** Returns what a database is a shard of; empty if it is none. */
    public Optional<String> of(String database) {
        return entries.stream()
                .filter(entry -> entry.database().matches(database))
                .map(Entry::of)
                .findFirst();
    }
}
