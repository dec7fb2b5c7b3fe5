package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.mysql.SourceDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * The server that a fence was raised on, as part of the fence's memory. A server to which the source has failed over may have sessions from
 * before the fence, or a read-only setting that its cluster manager lifts.
 */
final class FencedServer {

    /** The name in the memory. No account has it, because the names of accounts contain an at sign. */
    static final String NAME = "server";

    static final String GAP = "the source is another server than the one that was fenced";

    private FencedServer() {}

    /** Returns the identity of the connected server. */
    static String of(Connection source) throws SQLException {
        return SourceLink.rows(source, SourceDialect.of(source).identityQuery())
                .get(0)
                .get(0);
    }

    /** Returns whether the connected server is the one of a memory; true for a memory of an earlier version, which has none. */
    static boolean is(Connection source, Map<String, String> memory) throws SQLException {
        String known = memory.getOrDefault(NAME, "");
        return known.isEmpty() || known.equals(of(source));
    }
}
