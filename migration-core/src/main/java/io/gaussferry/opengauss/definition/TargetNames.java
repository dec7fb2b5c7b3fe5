package io.gaussferry.opengauss.definition;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;

/**
 * What MySQL's names become. MySQL's have up to 64 characters, the target cuts after 63 bytes of UTF-8 without a word. The
 * rule: databases, tables and columns keep their names, and one that does not fit is refused; indexes and constraints, which
 * no query names, are shortened, with a hash of the whole name at the end.
 */
public final class TargetNames {

    /** Longest name that the target keeps, bytes. */
    private static final int MAXIMUM_NAME_BYTES = 63;

    private TargetNames() {}

    /** @throws GaussferryException if the target would cut the name of the table, its database or a column */
    public static void require(TableDefinition table) {
        String place = "table " + table.id();
        require("database", table.targetId().schema(), place);
        require("table", table.targetId().name(), place);
        for (ColumnDefinition column : table.columns()) {
            require("column", column.name(), place);
        }
    }

    private static void require(String kind, String name, String place) {
        int bytes = bytes(name);
        if (bytes > MAXIMUM_NAME_BYTES) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The name of the " + kind + " \"" + name + "\" (" + place + ") has " + bytes
                            + " bytes, but the target keeps only " + MAXIMUM_NAME_BYTES + ".",
                    "give the " + kind
                            + " a shorter name at the source or, if it is no column, in gaussferry.source.rename; or"
                            + " exclude its database in gaussferry.source.schemas",
                    null);
        }
    }

    /** Returns the name, or its beginning and a hash of all of it. */
    public static String shortened(String name) {
        return bytes(name) <= MAXIMUM_NAME_BYTES ? name : withHash(name);
    }

    /** Returns the beginning of a name and a hash of all of it. */
    static String withHash(String name) {
        String hash = "_" + Integer.toHexString(name.hashCode());
        String start = name;
        while (bytes(start) > MAXIMUM_NAME_BYTES - hash.length()) {
            start = start.substring(0, start.offsetByCodePoints(start.length(), -1));
        }
        return start + hash;
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }
}
