package io.gaussferry.preflight.mysql;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Hosts;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.preflight.finding.Rows.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Whether the source's account may do what copying and replaying need, and how it logs in. */
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
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        Grants grants = Grants.parse(grantLines());
        checkGlobal(findings, grants);
        checkSelect(findings, grants);
        checkAuthentication(findings);
        checkEncryption(findings);
    }

    /** Includes what the account has through the roles that are active when it logs in. */
    private List<String> grantLines() throws SQLException {
        String statement = "SHOW GRANTS FOR CURRENT_USER()";
        if (server.version().isAtLeast(8, 0)) {
            String roles = Rows.text(server.connection(), "SELECT CURRENT_ROLE()");
            statement += roles.isEmpty() || roles.equals("NONE") ? "" : " USING " + roles;
        }
        List<String> lines = new ArrayList<>();
        for (Row row : Rows.of(server.connection(), statement)) {
            lines.add(row.text(0));
        }
        return lines;
    }

    private void checkGlobal(Findings findings, Grants grants) {
        if (!grants.hasGlobal("RELOAD", "FLUSH_TABLES")) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_RELOAD,
                    Place.SOURCE,
                    "The account " + server.settings().user() + " has neither RELOAD nor FLUSH_TABLES.",
                    "Tables without a key, and those bound by foreign keys whose actions the binlog does not have, are copied at"
                            + " an exactly known position: where the source commits all the time, that needs FLUSH TABLES WITH"
                            + " READ LOCK for a moment.",
                    grant("RELOAD"));
        }
        if (!grants.hasGlobal("REPLICATION SLAVE")) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_REPLICATION_SLAVE,
                    Place.SOURCE,
                    "The account " + server.settings().user() + " has no REPLICATION SLAVE.",
                    "The server sends its binlog only to accounts that have it.",
                    grant("REPLICATION SLAVE"));
        }
        if (!grants.hasGlobal("REPLICATION CLIENT", "SUPER")) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_REPLICATION_CLIENT,
                    Place.SOURCE,
                    "The account " + server.settings().user() + " has no REPLICATION CLIENT.",
                    "The state of the binlog cannot be asked for.",
                    grant("REPLICATION CLIENT"));
        }
    }

    private void checkSelect(Findings findings, Grants grants) throws SQLException {
        requireSchemas(findings, grants);
        if (!grants.hasGlobal("SELECT")
                && server.settings().schemas().stream().anyMatch(pattern -> pattern.contains("*"))) {
            findings.add(
                    FindingCode.SOURCE_PRIVILEGE_SELECT_NOT_GLOBAL,
                    Place.SOURCE,
                    "gaussferry.source.schemas has a pattern, but the account "
                            + server.settings().user() + " may not read every database.",
                    "Databases that it may not see are not migrated, and nobody is told.",
                    "compare the list of databases with what the account sees (SHOW DATABASES), or " + grant("SELECT"));
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
                        Place.SOURCE.in(schema),
                        "The account " + server.settings().user() + " may not read all tables of database " + schema
                                + ".",
                        "A table that it may not read is invisible to it, and would be missing on the target without a word.",
                        "run GRANT SELECT ON `" + schema.replace("`", "``") + "`.* TO the account");
            } else if (!visible.contains(schema)) {
                findings.add(
                        FindingCode.SOURCE_SCHEMA_NOT_FOUND,
                        Place.SOURCE.in(schema),
                        "The source has no database " + schema + ", which gaussferry.source.schemas names.",
                        "Nothing is copied from it; changes in it stop replay if it is created later.",
                        "correct gaussferry.source.schemas; names are compared with their case");
            }
        }
        if (wanted.isEmpty()) {
            findings.add(
                    FindingCode.SOURCE_SCHEMA_NOT_FOUND,
                    Place.SOURCE,
                    "No database that the account sees matches gaussferry.source.schemas "
                            + server.settings().schemas() + ".",
                    "There is nothing to migrate.",
                    "correct gaussferry.source.schemas, or grant SELECT on the databases");
        }
    }

    private void checkAuthentication(Findings findings) throws SQLException {
        // an account may always see itself, without privileges on the tables of accounts
        String definition = Rows.text(server.connection(), "SHOW CREATE USER CURRENT_USER()");
        if (definition.contains("'mysql_native_password'")) {
            findings.add(
                    FindingCode.SOURCE_ACCOUNT_NATIVE_PASSWORD,
                    Place.SOURCE,
                    "The account " + server.settings().user() + " logs in by mysql_native_password.",
                    "It is off by default in 8.4 and gone from 9.0 on: after an upgrade of the source the daemon cannot log"
                            + " in.",
                    "run ALTER USER … IDENTIFIED WITH caching_sha2_password BY '…' (8.0 and later)");
        }
        boolean keyRetrieval =
                server.settings().url().toLowerCase(Locale.ROOT).contains("allowpublickeyretrieval=true");
        if (definition.contains("'caching_sha2_password'") && !server.isEncrypted() && !keyRetrieval) {
            findings.add(
                    FindingCode.SOURCE_ACCOUNT_PUBLIC_KEY,
                    Place.SOURCE,
                    "The account " + server.settings().user()
                            + " logs in by caching_sha2_password, without TLS and without public key retrieval.",
                    "This works only as long as the server has the password in its cache; after its restart the daemon cannot"
                            + " log in.",
                    "set sslMode=REQUIRED (or VERIFY_CA, VERIFY_IDENTITY) in gaussferry.source.url, or"
                            + " allowPublicKeyRetrieval=true where the network is trusted");
        }
    }

    private void checkEncryption(Findings findings) throws SQLException {
        if (Hosts.isLoopback(server.url().host())) {
            return;
        }
        if (!server.isEncrypted()) {
            findings.add(
                    FindingCode.SOURCE_NOT_ENCRYPTED,
                    Place.SOURCE,
                    "The connection to " + server.url().host() + " is not encrypted.",
                    "Every row of the source passes the network in clear.",
                    "set sslMode=VERIFY_IDENTITY (or VERIFY_CA, REQUIRED) in gaussferry.source.url");
        } else if (!server.url().verifiesCertificate()) {
            findings.add(
                    FindingCode.SOURCE_CERTIFICATE_NOT_VERIFIED,
                    Place.SOURCE,
                    "The connection is encrypted, but sslMode=" + server.url().sslMode()
                            + " accepts any server's certificate.",
                    "Somebody between the two machines could read along.",
                    "set sslMode=VERIFY_IDENTITY in gaussferry.source.url, with the authority's certificate");
        }
    }

    private static String grant(String privilege) {
        return "run GRANT " + privilege + " ON *.* TO the account";
    }
}
