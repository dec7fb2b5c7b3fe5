package io.gaussferry.schema;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which storage engines of MySQL store the rows of a table, and log their changes under its name. */
public final class StorageEngines {

    /** MyISAM and its kind know no transactions, but what is logged of a table is what it stores. */
    private static final Set<String> STORING =
            Set.of("INNODB", "MYISAM", "MEMORY", "CSV", "ARCHIVE", "ROCKSDB", "TOKUDB");

    /** Other names of engines, as in {@code sys_table_aliases} of MySQL's sources. */
    private static final Map<String, String> ALIASES =
            Map.of("INNOBASE", "INNODB", "HEAP", "MEMORY", "MERGE", "MRG_MYISAM", "NDB", "NDBCLUSTER");

    private static final Map<String, String> OBJECTIONS = Map.of(
            "BLACKHOLE", "stores no row, although the binlog has every insert",
            "EXAMPLE", "stores no row, although the binlog has every insert",
            "MRG_MYISAM", "has the rows of other tables, whose changes the binlog has under this table's name",
            "FEDERATED", "has the rows of another server, whose changes are not in this server's binlog",
            "NDBCLUSTER", "has rows that other servers of its cluster change, which this server's binlog may not have");

    private StorageEngines() {}

    /**
     * Returns why a table with an engine cannot be replicated; empty if it can.
     *
     * @param engine its name as MySQL or a statement has it; null for a table that the server cannot open
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

    /** Returns whether an engine is the one of tables that have the rows of others. */
    public static boolean isMerge(@Nullable String engine) {
        return engine != null && canonical(engine).equals("MRG_MYISAM");
    }

    private static String canonical(String engine) {
        String upper = engine.toUpperCase(Locale.ROOT);
        return ALIASES.getOrDefault(upper, upper);
    }
}
