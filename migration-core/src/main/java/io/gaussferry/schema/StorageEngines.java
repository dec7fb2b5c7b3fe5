package io.gaussferry.schema;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which of MySQL's storage engines store a table's rows and log their changes under the table's name. */
public final class StorageEngines {

    /** Engines without transactions, such as MyISAM, log what they store. */
    private static final Set<String> STORING =
            Set.of("INNODB", "MYISAM", "MEMORY", "CSV", "ARCHIVE", "ROCKSDB", "TOKUDB");

    /** Aliases of engines, from {@code sys_table_aliases} in MySQL's source code. */
    private static final Map<String, String> ALIASES =
            Map.of("INNOBASE", "INNODB", "HEAP", "MEMORY", "MERGE", "MRG_MYISAM", "NDB", "NDBCLUSTER");

    private static final Map<String, String> OBJECTIONS = Map.of(
            "BLACKHOLE", "stores no rows, although the binlog has every insert",
            "EXAMPLE", "stores no rows, although the binlog has every insert",
            "MRG_MYISAM", "has the rows of other tables, whose changes the binlog records under this table's name",
            "FEDERATED", "has the rows of another server, whose changes are not in this server's binlog",
            "NDBCLUSTER", "has rows that other servers of its cluster change, which this server's binlog may not have");

    private StorageEngines() {}

    /**
     * Returns why a table with an engine cannot be replicated; empty if it can.
     *
     * @param engine its name as reported by MySQL or written in a statement; null for a table that the server cannot open
     */
    public static Optional<String> objection(@Nullable String engine) {
        if (engine == null) {
            return Optional.of("is not known to the server");
        }
        String canonical = canonical(engine);
        return STORING.contains(canonical)
                ? Optional.empty()
                : Optional.of(OBJECTIONS.getOrDefault(
                        canonical, "is not known to store its rows and to log their changes under the table's name"));
    }

    /** Returns whether the engine is MERGE, whose tables contain the rows of other tables. */
    public static boolean isMerge(@Nullable String engine) {
        return engine != null && canonical(engine).equals("MRG_MYISAM");
    }

    private static String canonical(String engine) {
        String upper = engine.toUpperCase(Locale.ROOT);
        return ALIASES.getOrDefault(upper, upper);
    }
}
