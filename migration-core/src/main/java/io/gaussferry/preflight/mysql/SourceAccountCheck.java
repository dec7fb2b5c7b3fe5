package io.gaussferry.preflight.mysql;

import io.gaussferry.mysql.catalog.Grants;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.CatalogRows.Row;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Hosts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Checks the privileges that the copy and replication need from the source's account, and the way it logs in. */
public final class SourceAccountCheck implements Check {

    private final SourceServer server;

    public SourceAccountCheck(SourceServer server) {
        this.server = server;
    }

    @Override
    public String subject() {
        return "the privileges of the source's account";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        Grants grants = Grants.parse(grantLines());
        checkGlobal(findings, grants);
        checkSelect(findings, grants);
        checkAuthentication(findings);
        checkEncryption(findings);
    }

    /** Returns the grants, including those of the roles that are active after login. */
    private List<String> grantLines() throws SQLException {
        // MariaDB's statement without an account includes the active role
        String statement = server.dialect().either("SHOW GRANTS FOR CURRENT_USER()", "SHOW GRANTS");
        if (server.dialect().either(server.version().isAtLeast(8, 0), false)) {
            String roles = CatalogRows.text(server.connection(), "SELECT CURRENT_ROLE()");
            statement += roles.isEmpty() || roles.equals("NONE") ? "" : " USING " + roles;
        }
        List<String> lines = new ArrayList<>();
        for (Row row : CatalogRows.of(server.connection(), statement)) {
            lines.add(row.text(0));
        }
        return lines;
    }

    private void checkGlobal(Findings findings, Grants grants) {
        if (!grants.hasGlobal("RELOAD", "FLUSH_TABLES")) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_RELOAD,
                    FindingLocation.SOURCE,
                    "The account " + server.settings().user()
                            + " has neither the RELOAD nor the FLUSH_TABLES privilege.",
                    "Tables without a key, and tables with foreign keys whose actions are not in the"
                            + " binlog, are copied at an exactly known position: if the source commits continuously,"
                            + " that needs a brief FLUSH TABLES WITH READ LOCK.",
                    grant("RELOAD"));
        }
        if (!grants.hasGlobal("REPLICATION SLAVE")) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_REPLICATION_SLAVE,
                    FindingLocation.SOURCE,
                    "The account " + server.settings().user() + " lacks the REPLICATION SLAVE privilege.",
                    "The server sends its binlog only to accounts with this privilege.",
                    grant("REPLICATION SLAVE"));
        }
        String client = server.dialect().either("REPLICATION CLIENT", "BINLOG MONITOR");
        if (!grants.hasGlobal(client, "SUPER")) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_REPLICATION_CLIENT,
                    FindingLocation.SOURCE,
                    "The account " + server.settings().user() + " lacks the " + client + " privilege.",
                    "Gaussferry cannot query the state of the binlog.",
                    grant(client));
        }
        if (!server.dialect().either(true, grants.hasGlobal("SLAVE MONITOR", "REPLICA MONITOR", "SUPER"))) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_REPLICATION_CLIENT,
                    FindingLocation.SOURCE,
                    "The account " + server.settings().user() + " lacks the SLAVE MONITOR privilege.",
                    "Gaussferry cannot query whether the server is a replica that drops changes.",
                    grant("SLAVE MONITOR"));
        }
    }

    private void checkSelect(Findings findings, Grants grants) throws SQLException {
        requireSchemas(findings, grants);
        if (!grants.hasGlobal("SELECT")
                && server.settings().schemas().stream().anyMatch(pattern -> pattern.contains("*"))) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_SELECT_NOT_GLOBAL,
                    FindingLocation.SOURCE,
                    "gaussferry.source.schemas contains a pattern, but the account "
                            + server.settings().user() + " cannot read every database.",
                    "Databases that are invisible to the account are not migrated, without a message.",
                    "compare the list of databases with those that the account sees (SHOW DATABASES), or "
                            + grant("SELECT"));
        }
    }

    private void requireSchemas(Findings findings, Grants grants) throws SQLException {
        Set<String> visible = new LinkedHashSet<>(server.includedSchemas());
        Set<String> wanted = new LinkedHashSet<>(visible);
        server.settings().schemas().stream()
                .filter(pattern -> !pattern.contains("*"))
                .forEach(wanted::add);
        for (String schema : wanted) {
            if (!grants.hasOnSchema("SELECT", schema)) {
                findings.add(
                        FindingCode.SOURCE_PRIVILEGE_SELECT,
                        FindingLocation.SOURCE.in(schema),
                        "The account " + server.settings().user() + " cannot read all tables of database " + schema
                                + ".",
                        "Tables that the account cannot read are invisible to it and would be missing on the target without a"
                                + " message.",
                        "run GRANT SELECT ON `" + schema.replace("`", "``") + "`.* TO the account");
            } else if (!visible.contains(schema)) {
                findings.add(
                        FindingCode.SOURCE_SCHEMA_NOT_FOUND,
                        FindingLocation.SOURCE.in(schema),
                        "gaussferry.source.schemas names database " + schema + ", which does not exist on the source.",
                        "Nothing is copied from it; if it is created later, changes in it stop replication.",
                        "correct gaussferry.source.schemas; names are case-sensitive");
            }
        }
        if (wanted.isEmpty()) {
            findings.add(
                    FindingCode.SOURCE_SCHEMA_NOT_FOUND,
                    FindingLocation.SOURCE,
                    "No database visible to the account matches gaussferry.source.schemas "
                            + server.settings().schemas() + ".",
                    "No table would be migrated.",
                    "correct gaussferry.source.schemas, or grant SELECT on the databases");
        }
    }

    private void checkAuthentication(Findings findings) throws SQLException {
        // An account may always query its own definition, without privileges on the account tables.
        String definition = CatalogRows.text(server.connection(), "SHOW CREATE USER CURRENT_USER()");
        if (server.dialect().either(definition.contains("'mysql_native_password'"), false)) {
            findings.add(
                    FindingCode.SOURCE_ACCOUNT_NATIVE_PASSWORD,
                    FindingLocation.SOURCE,
                    "The account " + server.settings().user() + " logs in with mysql_native_password.",
                    "The plugin is off by default in 8.4 and removed in 9.0: after an upgrade of the"
                            + " source the daemon cannot log in.",
                    "run ALTER USER … IDENTIFIED WITH caching_sha2_password BY '…' (8.0 and later)");
        }
        boolean keyRetrieval =
                server.settings().url().toLowerCase(Locale.ROOT).contains("allowpublickeyretrieval=true");
        if (definition.contains("'caching_sha2_password'") && !server.isEncrypted() && !keyRetrieval) {
            findings.add(
                    FindingCode.SOURCE_ACCOUNT_PUBLIC_KEY,
                    FindingLocation.SOURCE,
                    "The account " + server.settings().user()
                            + " logs in with caching_sha2_password, without TLS and without public key retrieval.",
                    "Login works only while the server has the password in its cache; after a restart of"
                            + " the server the daemon cannot log in.",
                    "set sslMode=REQUIRED (or VERIFY_CA, VERIFY_IDENTITY) in gaussferry.source.url, or"
                            + " allowPublicKeyRetrieval=true if the network is trusted");
        }
    }

    private void checkEncryption(Findings findings) throws SQLException {
        if (Hosts.isLoopback(server.url().host())) {
            return;
        }
        if (!server.isEncrypted()) {
            findings.add(
                    FindingCode.SOURCE_NOT_ENCRYPTED,
                    FindingLocation.SOURCE,
                    "The connection to " + server.url().host() + " is not encrypted.",
                    "All rows cross the network unencrypted.",
                    "set sslMode=VERIFY_IDENTITY (or VERIFY_CA, REQUIRED) in gaussferry.source.url");
        } else if (!server.url().verifiesCertificate()) {
            findings.add(
                    FindingCode.SOURCE_CERTIFICATE_NOT_VERIFIED,
                    FindingLocation.SOURCE,
                    "The connection is encrypted, but sslMode=" + server.url().sslMode()
                            + " accepts the certificate of any server.",
                    "An attacker between the two machines could read the data.",
                    "set sslMode=VERIFY_IDENTITY in gaussferry.source.url, and give the certificate of the authority");
        }
    }

    private static String grant(String privilege) {
        return "run GRANT " + privilege + " ON *.* TO the account";
    }
}
