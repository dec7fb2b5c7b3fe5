package io.gaussferry.opengauss.definition;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Translates MySQL's names. They have up to 64 characters, the target cuts after 63 bytes of UTF-8 without a word. The
 * rule: databases, tables and columns keep their names, and one that does not fit is refused; indexes and constraints, which
 * no query names, are shortened, with a hash of the whole name at the end.
 *
 * <p>On the target the indexes and tables of a schema share one name space, and so do the constraints of a table. An object whose name is
 * derived gets the first of its {@link #candidates} that is free ({@link NameQueries}), and is renamed if a table needs its name ({@link TakenNames}).
 */
public final class TargetNames {

    /** Maximum length of a name on the target, in bytes. */
    private static final int MAXIMUM_NAME_BYTES = 63;

    /** More than one is rarely needed, because each but the first has a hash. */
    private static final int CANDIDATES = 8;

    private static final String PRIMARY_KEY = "_pkey";
    private static final String SET_TYPE = "_set";

    /** Prefix of the names of guards. No name that is derived from the source has it. */
    private static final String GUARD = "gaussferry_guard_";

    /** Prefix of the names of the triggers that refuse writes during a cutover. */
    public static final String FENCE = "gaussferry_fence_";

    private TargetNames() {}

    /** Returns the names that an object may have, the wanted one first. They depend on nothing else. */
    public static List<String> candidates(String wanted) {
        return Stream.iterate(wanted, TargetNames::withHash).limit(CANDIDATES).toList();
    }

    /** Returns the name that the target derives for a primary key without one, if it is free. */
    public static String primaryKey(String table) {
        return cut(table, MAXIMUM_NAME_BYTES - PRIMARY_KEY.length()) + PRIMARY_KEY;
    }

    /**
     * Returns the name of the check that keeps a column to an ENUM's members. The source may have a check with the name that is usual for
     * it: both are in one table on the target.
     */
    public static String members(TableDefinition table, String column) {
        String start = table.targetId().name() + "_" + column;
        String usual = shortened(start + "_check");
        boolean isTaken = table.extras().checks().stream()
                .anyMatch(check -> shortened(check.name()).equals(usual));
        return isTaken ? shortened(start + "_members_check") : usual;
    }

    /**
     * Returns the name of a guard, the check that refuses values which MySQL would refuse.
     *
     * @param key identifies the guard in its table
     */
    public static String guard(String key) {
        return shortened(GUARD + key);
    }

    /** Returns whether a constraint is a guard, by its name. */
    public static boolean isGuard(String constraint) {
        return constraint.startsWith(GUARD);
    }

    /** Returns whether a trigger belongs to the fence of a cutover, by its name. */
    public static boolean isFence(String trigger) {
        return trigger.startsWith(FENCE);
    }

    /**
     * Returns the name that the plugin dolphin derives for the type of a SET column, as the server's {@code makeObjectName} does: the longer of
     * two names is cut where both together are too long.
     */
    public static String setType(String table, String column) {
        int longest = MAXIMUM_NAME_BYTES - SET_TYPE.length() - 1;
        int first = bytes(table);
        int second = bytes(column);
        while (first + second > longest) {
            if (first > second) {
                first--;
            } else {
                second--;
            }
        }
        return cut(table, first) + "_" + cut(column, second) + SET_TYPE;
    }

    /** @throws GaussferryException if the target would cut the name of the table, its database or a column, or reserves a column's */
    public static void require(TableDefinition table, TargetProfile target) {
        String place = "table " + table.id();
        require("database", table.targetId().schema(), place);
        require("table", table.targetId().name(), place);
        for (ColumnDefinition column : table.columns()) {
            require("column", column.name(), place);
            if (target.reservesColumn(column.name())) {
                throw new GaussferryException(
                        ErrorCode.NAME_RESERVED,
                        "Column \"" + column.name() + "\" of " + place
                                + " has the name of a hidden column that each table of the target has.",
                        "rename the column at the source (ALTER TABLE … RENAME COLUMN), or exclude its database in"
                                + " gaussferry.source.schemas",
                        null);
            }
        }
    }

    private static void require(String kind, String name, String place) {
        int bytes = bytes(name);
        if (bytes > MAXIMUM_NAME_BYTES) {
            throw new GaussferryException(
                    ErrorCode.NAME_TOO_LONG,
                    "The name of the " + kind + " \"" + name + "\" (" + place + ") has " + bytes
                            + " bytes, but the target keeps only " + MAXIMUM_NAME_BYTES + ".",
                    "give the " + kind
                            + " a shorter name at the source or, if it is no column, in gaussferry.source.rename; or"
                            + " exclude its database in gaussferry.source.schemas",
                    null);
        }
    }

    /** Returns the name, or a prefix of it with a hash of the whole name. */
    public static String shortened(String name) {
        return bytes(name) <= MAXIMUM_NAME_BYTES ? name : withHash(name);
    }

    /** Returns a prefix of a name with a hash of the whole name. */
    static String withHash(String name) {
        String hash = "_" + Integer.toHexString(name.hashCode());
        return cut(name, MAXIMUM_NAME_BYTES - hash.length()) + hash;
    }

    /** Returns the longest prefix of whole characters that has at most this many bytes. */
    private static String cut(String name, int bytes) {
        String start = name;
        while (bytes(start) > bytes) {
            start = start.substring(0, start.offsetByCodePoints(start.length(), -1));
        }
        return start;
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }
}
