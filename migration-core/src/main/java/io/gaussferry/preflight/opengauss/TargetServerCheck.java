package io.gaussferry.preflight.opengauss;

import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Hosts;
import io.gaussferry.target.Reservation;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** Checks the target's product, version, compatibility mode, encoding, connections and the account's access. */
public final class TargetServerCheck implements Check {

    /** Whether new sessions of the account have the option that preserves ''. */
    private static final String KEEPS_EMPTY_STRINGS = "EXISTS (SELECT 1 FROM pg_catalog.pg_settings"
            + " WHERE name = 'behavior_compat_options' AND reset_val LIKE '%accept_empty_str%')";

    /** Connections in addition to the appliers': one to read progress, and one spare. */
    private static final int CONNECTIONS_BESIDES_APPLIERS = 2;

    private final TargetServer server;
    private final int appliers;
    private final boolean emptyStringAsNull;

    /** @param emptyStringAsNull whether the conversion rules turn '' into NULL */
    public TargetServerCheck(TargetServer server, int appliers, boolean emptyStringAsNull) {
        this.emptyStringAsNull = emptyStringAsNull;
        this.server = server;
        this.appliers = appliers;
    }

    @Override
    public String subject() {
        return "the settings of the target";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.TARGET;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        checkReservations(findings, server.dialect(), server.is(KEEPS_EMPTY_STRINGS), emptyStringAsNull);
        checkEncoding(findings);
        checkWritable(findings);
        checkConnections(findings);
        checkEncryption(findings);
    }

    /**
     * Reports the reservations about a server.
     *
     * @param keepsEmptyStrings whether sessions distinguish '' from NULL by default, in a database where '' is NULL
     * @param emptyStringAsNull whether the conversion rules turn '' into NULL
     */
    public static void checkReservations(
            Findings findings, TargetDialect dialect, boolean keepsEmptyStrings, boolean emptyStringAsNull) {
        String mode = "The target's database has compatibility mode " + dialect.compatibility();
        for (Reservation reservation : dialect.reservations()) {
            switch (reservation) {
                case SUBSTITUTE ->
                    findings.add(
                            FindingCode.TARGET_IS_POSTGRESQL,
                            FindingLocation.TARGET,
                            "The target is PostgreSQL, not openGauss.",
                            "PostgreSQL replaces openGauss in tests and accepts the same data.",
                            "correct gaussferry.target.url if the target should be openGauss");
                case OLD_RELEASE ->
                    findings.add(
                            FindingCode.TARGET_VERSION,
                            FindingLocation.TARGET,
                            "The target is " + dialect.release() + ".",
                            "It lacks settings and statements that Gaussferry uses.",
                            "upgrade the target; openGauss 6.0 is the tested version");
                case UNTESTED_RELEASE ->
                    findings.add(
                            FindingCode.TARGET_VERSION_UNTESTED,
                            FindingLocation.TARGET,
                            "The target is " + dialect.release() + ".",
                            "Gaussferry was run with openGauss 6.0 only.",
                            "migrate a copy first, with cutover and return; docs/reference/targets.md lists what differs");
                case UNTESTED_PRODUCT ->
                    findings.add(
                            FindingCode.TARGET_PRODUCT_ACCEPTED,
                            FindingLocation.TARGET,
                            "The target is " + dialect.release() + ", and gaussferry.target.untested accepts it.",
                            "Gaussferry was never run with it, and uses it like openGauss.",
                            "migrate a copy first, with cutover and return; docs/reference/targets.md lists what to compare");
                case MISSING_PLUGIN ->
                    findings.add(
                            FindingCode.TARGET_MODE_B_WITHOUT_DOLPHIN,
                            FindingLocation.TARGET,
                            mode + " without the dolphin plugin.",
                            "In tables that Gaussferry did not create, it silently converts non-numeric strings to 0 and"
                                    + " too large numbers to the maximum; unsigned types, year, and times beyond a day are"
                                    + " missing.",
                            "run CREATE EXTENSION dolphin in it, or use a database of mode PG");
                case UNTESTED_MODE ->
                    findings.add(
                            FindingCode.TARGET_MODE_UNTESTED,
                            FindingLocation.TARGET,
                            mode + ".",
                            "This mode is untested.",
                            "migrate into a separate database: CREATE DATABASE … DBCOMPATIBILITY 'B' ENCODING 'UTF8',"
                                    + " with the dolphin plugin");
                case EMPTY_STRING_IS_NULL -> checkEmptyStrings(findings, mode, keepsEmptyStrings, emptyStringAsNull);
            }
        }
    }

    private static void checkEmptyStrings(Findings findings, String mode, boolean kept, boolean asNull) {
        if (asNull) {
            findings.add(
                    FindingCode.TARGET_MODE_A_AS_NULL,
                    FindingLocation.TARGET,
                    mode + ", and gaussferry.rules.empty-string-as-null turns '' into NULL.",
                    "Empty strings and NULL become indistinguishable; NOT NULL columns refuse ''.",
                    "run check --scan-values to find such values; empty-string-as-null: false under"
                            + " gaussferry.rules.columns keeps '' in a column");
        } else if (!kept) {
            findings.add(
                    FindingCode.TARGET_MODE_A,
                    FindingLocation.TARGET,
                    mode + ", where '' is NULL to sessions without accept_empty_str.",
                    "Gaussferry's own sessions have this option and preserve ''. For other sessions such a"
                            + " value is a string of length 0 that equals nothing, and '' that they write becomes"
                            + " NULL.",
                    "set the option for the application's sessions: ALTER DATABASE … SET"
                            + " behavior_compat_options = 'accept_empty_str' (or ALTER ROLE; keep the existing"
                            + " options); or let '' become NULL with gaussferry.rules.empty-string-as-null: true");
        }
    }

    private void checkEncoding(Findings findings) throws SQLException {
        String encoding = CatalogRows.text(server.connection(), "SHOW server_encoding");
        if (!encoding.equalsIgnoreCase("UTF8")) {
            findings.add(
                    FindingCode.TARGET_ENCODING,
                    FindingLocation.TARGET,
                    "The target's database has the encoding " + encoding + ".",
                    "It cannot hold every character of MySQL's utf8mb4, and it counts lengths differently.",
                    "create a database with ENCODING 'UTF8'; the encoding of an existing database cannot be changed");
        }
    }

    private void checkWritable(Findings findings) throws SQLException {
        if (server.is("pg_catalog.pg_is_in_recovery()")
                || CatalogRows.text(server.connection(), "SHOW transaction_read_only")
                        .equals("on")) {
            // a cluster that was started again may promote its primary later
            findings.add(new Finding(
                    FindingCode.TARGET_READ_ONLY,
                    FindingLocation.TARGET,
                    "The target accepts no changes: it is a standby, or its transactions are read-only.",
                    "Gaussferry cannot write to it.",
                    "name the primary in gaussferry.target.url; openGauss also becomes read-only when its disk is nearly"
                            + " full",
                    true));
        }
    }

    private void checkConnections(Findings findings) throws SQLException {
        Connection connection = server.connection();
        long allowed = Long.parseLong(CatalogRows.text(connection, "SHOW max_connections"));
        long used =
                Long.parseLong(CatalogRows.text(connection, "SELECT count(*)::TEXT FROM pg_catalog.pg_stat_activity"));
        int needed = appliers + CONNECTIONS_BESIDES_APPLIERS;
        if (allowed - used < needed) {
            findings.add(
                    FindingCode.TARGET_CONNECTIONS,
                    FindingLocation.TARGET,
                    "The target allows " + allowed + " connections and " + used + " are in use; replication needs "
                            + needed + ".",
                    "Appliers without a connection stop replication repeatedly.",
                    "raise max_connections on the target, or lower gaussferry.replay.appliers");
        }
    }

    private void checkEncryption(Findings findings) {
        String url = server.settings().url();
        String options = url.toLowerCase(Locale.ROOT);
        boolean encrypted = options.contains("ssl=true")
                || options.contains("sslmode=require")
                || options.contains("sslmode=verify");
        if (!encrypted && !Hosts.areLoopback(url)) {
            findings.add(
                    FindingCode.TARGET_NOT_ENCRYPTED,
                    FindingLocation.TARGET,
                    "gaussferry.target.url does not request an encrypted connection.",
                    "All rows cross the network unencrypted.",
                    "add sslmode=verify-full (or verify-ca, require) to it, and set ssl = on at the target");
        }
    }
}
