package io.gaussferry.preflight.mysql;

import io.gaussferry.mysql.MySqlUrl;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceFlavor;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.CatalogRows.Row;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A read-only connection to the source, with the server's version and variables. */
public final class SourceServer implements AutoCloseable {

    private final Connection connection;
    private final SourceSettings settings;
    private final SourceVersion version;
    private final SourceFlavor flavor;
    private final Map<String, String> variables;

    private SourceServer(
            Connection connection,
            SourceSettings settings,
            SourceVersion version,
            SourceFlavor flavor,
            Map<String, String> variables) {
        this.connection = connection;
        this.settings = settings;
        this.version = version;
        this.flavor = flavor;
        this.variables = variables;
    }

    public static SourceServer open(SourceSettings settings) throws SQLException {
        SourceConnections.Opened opened = SourceConnections.open(settings);
        try {
            return of(opened.connection(), opened.settings());
        } catch (SQLException e) {
            opened.connection().close();
            throw e;
        }
    }

    /** Reads the server's version and variables over a connection, which the result closes. */
    public static SourceServer of(Connection connection, SourceSettings settings) throws SQLException {
        SourceVersion version = SourceVersion.parse(CatalogRows.text(connection, "SELECT VERSION()"));
        Map<String, String> variables = new HashMap<>();
        // SHOW GLOBAL VARIABLES works in every version, whichever variables the version has.
        for (Row row : CatalogRows.of(connection, "SHOW GLOBAL VARIABLES")) {
            variables.put(row.text(0).toLowerCase(Locale.ROOT), row.text(1));
        }
        return new SourceServer(connection, settings, version, SourceFlavor.of(connection), variables);
    }

    public Connection connection() {
        return connection;
    }

    public SourceSettings settings() {
        return settings;
    }

    /** Returns the product. */
    public SourceDialect dialect() {
        return SourceDialect.named(version.full());
    }

    SourceVersion version() {
        return version;
    }

    /** Returns the service that operates the server. */
    SourceFlavor flavor() {
        return flavor;
    }

    /** Returns a global variable's value; the empty string if this version lacks the variable. */
    String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    boolean hasVariable(String name) {
        return variables.containsKey(name);
    }

    /** Reports a variable that does not have the wanted value. */
    void require(Findings findings, FindingCode code, String variable, String wanted, String why, String remedy) {
        String found = hasVariable(variable) ? variable(variable) : "(unknown)";
        if (!wanted.equalsIgnoreCase(found)) {
            findings.add(
                    code,
                    FindingLocation.SOURCE,
                    "The source has " + variable + " = " + found + ", but replication needs " + wanted + ".",
                    why,
                    remedy);
        }
    }

    /** Returns the databases that are visible to the account and included by the configuration. */
    public List<String> includedSchemas() throws SQLException {
        List<String> schemas = new ArrayList<>();
        for (Row row : CatalogRows.of(connection, "SELECT schema_name FROM information_schema.schemata ORDER BY 1")) {
            if (settings.includes(row.text(0))) {
                schemas.add(row.text(0));
            }
        }
        return schemas;
    }

    /** Returns whether the connection is encrypted. */
    boolean isEncrypted() throws SQLException {
        List<Row> rows = CatalogRows.of(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'");
        return !rows.isEmpty() && !rows.get(0).text(1).isEmpty();
    }

    MySqlUrl url() {
        return MySqlUrl.parse(settings.url());
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
