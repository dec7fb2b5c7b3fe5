package io.gaussferry.opengauss;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import io.gaussferry.target.postgresql.PostgreSqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The products that can be targets. */
public final class TargetProducts {

    /** Recognizes the servers of a product. */
    private interface Detection {
        /**
         * Returns the dialect of a server; empty if it is of another product.
         *
         * @param version {@code select version()}
         */
        Optional<TargetDialect> detect(Connection connection, String version) throws SQLException;
    }

    /**
     * A derivative of openGauss is added here. Every server that no product recognizes is treated as openGauss,
     * with a reservation if it has another name.
     */
    private static final List<Detection> OTHERS = List.of(PostgreSqlDialect::detect);

    private TargetProducts() {}

    /** Returns the dialect of a server. Joins the connection's transaction. */
    public static TargetDialect detect(Connection connection) throws SQLException {
        String version = Sql.first(connection, row -> row.getString(1), "SELECT version()")
                .orElseThrow();
        for (Detection other : OTHERS) {
            Optional<TargetDialect> detected = other.detect(connection, version);
            if (detected.isPresent()) {
                return detected.get();
            }
        }
        return OpenGaussDialect.read(connection, version);
    }
}
