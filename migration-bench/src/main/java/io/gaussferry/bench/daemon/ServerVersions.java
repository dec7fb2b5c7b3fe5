package io.gaussferry.bench.daemon;

import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the versions of the servers of a run, since figures depend on them. */
public final class ServerVersions {
    private static final Pattern OPENGAUSS =
            Pattern.compile("openGauss[^)]*? ([0-9][0-9.]*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern POSTGRESQL = Pattern.compile("PostgreSQL ([0-9.]+)");

    private ServerVersions() {}

    /** Returns a line of a summary with the names and versions of both servers. */
    public static String line(Sandbox sandbox) throws SQLException {
        return "servers               MySQL " + source(sandbox) + " to " + target(sandbox);
    }

    /** Returns the source's version as MySQL reports it. */
    public static String source(Sandbox sandbox) throws SQLException {
        return ask(sandbox.source());
    }

    /** Returns the target's name and version. */
    public static String target(Sandbox sandbox) throws SQLException {
        return targetName(ask(sandbox.target()));
    }

    static String targetName(String version) {
        Matcher openGauss = OPENGAUSS.matcher(version);
        if (openGauss.find()) {
            return "openGauss " + openGauss.group(1);
        }
        Matcher postgreSql = POSTGRESQL.matcher(version);
        if (postgreSql.find()) {
            return "PostgreSQL " + postgreSql.group(1) + ", standing in for openGauss";
        }
        return version;
    }

    private static String ask(ServerAddress server) throws SQLException {
        try (Connection connection = server.open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version()")) {
            row.next();
            return row.getString(1);
        }
    }
}
