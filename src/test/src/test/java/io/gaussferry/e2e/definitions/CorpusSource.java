package io.gaussferry.e2e.definitions;

import io.gaussferry.mysql.ServerVersion;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The server that executes the statements of the corpus.
 *
 * @param collation of the databases and the session
 * @param version number that selects the grammar; see {@link ServerVersion#number}
 */
record CorpusSource(String collation, int version) {

    /** The server for which the corpus states its results. */
    static final CorpusSource MYSQL = new CorpusSource("utf8mb4_0900_ai_ci", 80033);

    static CorpusSource of(Connection source) throws SQLException {
        ServerVersion version = ServerVersion.of(source);
        return version.mariaDb() ? new CorpusSource("utf8mb4_general_ci", version.number()) : MYSQL;
    }
}
