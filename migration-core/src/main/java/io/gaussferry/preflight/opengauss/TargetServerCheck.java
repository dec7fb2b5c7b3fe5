package io.gaussferry.preflight.opengauss;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Hosts;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The target's product, version, compatibility mode, encoding, connections, and what the account may do there. */
public final class TargetServerCheck implements Check {

    private static final Pattern OPENGAUSS_VERSION =
            Pattern.compile(".*openGauss[^0-9]*(\\d+)\\.(\\d+).*", Pattern.DOTALL);
    private static final int OLDEST_OPENGAUSS = 3;

    /** Besides the appliers: one that reads progress and one to spare. */
    private static final int CONNECTIONS_BESIDES_APPLIERS = 2;

    private final TargetServer server;
    private final int appliers;
    private final boolean emptyStringAsNull;

    /** @param emptyStringAsNull whether '' becomes NULL by the rules */
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
    public Place place() {
        return Place.TARGET;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        checkProduct(findings, server.profile());
        checkMode(findings, server.profile());
        if (server.profile().compatibility().equals("A")) {
            checkEmptyStrings(findings, keepsEmptyStringsByDefault(), emptyStringAsNull);
        }
        checkEncoding(findings);
        checkWritable(findings);
        checkConnections(findings);
        checkEncryption(findings);
    }

    public static void checkProduct(Findings findings, TargetProfile profile) {
        if (profile.product() == Product.POSTGRESQL) {
            findings.add(
                    FindingCode.TARGET_IS_POSTGRESQL,
                    Place.TARGET,
                    "The target is PostgreSQL, not openGauss.",
                    "It stands in for openGauss in tests, and takes the same data.",
                    "correct gaussferry.target.url if openGauss was meant");
            return;
        }
        Matcher matcher = OPENGAUSS_VERSION.matcher(profile.version());
        if (matcher.matches() && Integer.parseInt(matcher.group(1)) < OLDEST_OPENGAUSS) {
            findings.add(
                    FindingCode.TARGET_VERSION,
                    Place.TARGET,
                    "The target is openGauss " + matcher.group(1) + "." + matcher.group(2) + ".",
                    "Replay uses settings and statements that openGauss has from " + OLDEST_OPENGAUSS + ".0 on.",
                    "upgrade the target; 6.0 is what was tested");
        }
    }

    public static void checkMode(Findings findings, TargetProfile profile) {
        if (profile.product() == Product.POSTGRESQL) {
            return;
        }
        String create =
                "migrate into a database of its own: CREATE DATABASE … DBCOMPATIBILITY 'B' ENCODING 'UTF8', with the"
                        + " dolphin plugin";
        switch (profile.compatibility()) {
            case "B" -> {
                if (!profile.dolphin()) {
                    findings.add(
                            FindingCode.TARGET_MODE_B_WITHOUT_DOLPHIN,
                            Place.TARGET,
                            "The target's database has compatibility mode B without the dolphin plugin.",
                            "It turns text that is no number into 0, and too large numbers into the largest, without an error"
                                    + " where tables are not of Gaussferry's making; unsigned types, year and times beyond a"
                                    + " day are missing.",
                            "run CREATE EXTENSION dolphin in it, or use a database of mode PG");
                }
            }
            case "A", "PG" -> {
                // as in PostgreSQL, but for '' in A, which is a finding of its own
            }
            default ->
                findings.add(
                        FindingCode.TARGET_MODE_UNTESTED,
                        Place.TARGET,
                        "The target's database has compatibility mode " + profile.compatibility() + ".",
                        "Nobody has tried this mode.",
                        create);
        }
    }

    /** Whether sessions of our account have the option that keeps '' before they ask for it. */
    private boolean keepsEmptyStringsByDefault() throws SQLException {
        return server.is("EXISTS (SELECT 1 FROM pg_catalog.pg_settings WHERE name = 'behavior_compat_options'"
                + " AND reset_val LIKE '%accept_empty_str%')");
    }

    /**
     * What a database in compatibility A makes of ''.
     *
     * @param kept whether sessions keep it apart from NULL by default
     * @param asNull whether it becomes NULL by the rules
     */
    public static void checkEmptyStrings(Findings findings, boolean kept, boolean asNull) {
        String mode = "The target's database has compatibility mode A";
        if (asNull) {
            findings.add(
                    FindingCode.TARGET_MODE_A_AS_NULL,
                    Place.TARGET,
                    mode + ", and '' becomes NULL by gaussferry.rules.empty-string-as-null.",
                    "Empty strings and missing ones become the same; columns that are NOT NULL refuse ''.",
                    "check --scan-values finds these; empty-string-as-null: false under gaussferry.rules.columns keeps ''"
                            + " there");
            return;
        }
        if (!kept) {
            findings.add(
                    FindingCode.TARGET_MODE_A,
                    Place.TARGET,
                    mode + ", where '' is NULL to sessions without accept_empty_str.",
                    "Gaussferry's own sessions have it, and keep every ''. To others such a value is a text of length 0 that"
                            + " equals nothing, and what they write as '' becomes NULL.",
                    "let the application's sessions have it: ALTER DATABASE … SET behavior_compat_options ="
                            + " 'accept_empty_str' (or ALTER ROLE; keep the options that are there); or let '' become NULL with"
                            + " gaussferry.rules.empty-string-as-null: true");
        }
    }

    private void checkEncoding(Findings findings) throws SQLException {
        String encoding = Rows.text(server.connection(), "SHOW server_encoding");
        if (!encoding.equalsIgnoreCase("UTF8")) {
            findings.add(
                    FindingCode.TARGET_ENCODING,
                    Place.TARGET,
                    "The target's database has the encoding " + encoding + ".",
                    "It cannot hold every character of MySQL's utf8mb4, and lengths count otherwise.",
                    "create a database with ENCODING 'UTF8'; the encoding of one that exists cannot be changed");
        }
    }

    private void checkWritable(Findings findings) throws SQLException {
        if (server.is("pg_catalog.pg_is_in_recovery()")
                || Rows.text(server.connection(), "SHOW transaction_read_only").equals("on")) {
            // a cluster that was started again may promote its primary later
            findings.add(new Finding(
                    FindingCode.TARGET_READ_ONLY,
                    Place.TARGET,
                    "The target takes no changes: it is a standby, or its transactions are read-only.",
                    "Nothing can be written to it.",
                    "name the primary in gaussferry.target.url; openGauss also becomes read-only when its disk is nearly"
                            + " full",
                    true));
        }
    }

    private void checkConnections(Findings findings) throws SQLException {
        Connection connection = server.connection();
        long allowed = Long.parseLong(Rows.text(connection, "SHOW max_connections"));
        long used = Long.parseLong(Rows.text(connection, "SELECT count(*)::text FROM pg_catalog.pg_stat_activity"));
        int needed = appliers + CONNECTIONS_BESIDES_APPLIERS;
        if (allowed - used < needed) {
            findings.add(
                    FindingCode.TARGET_CONNECTIONS,
                    Place.TARGET,
                    "The target allows " + allowed + " connections, of which " + used + " are in use; replay needs "
                            + needed + ".",
                    "Appliers that get no connection end the replay again and again.",
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
                    Place.TARGET,
                    "gaussferry.target.url does not ask for an encrypted connection.",
                    "Every row passes the network in clear.",
                    "add sslmode=verify-full (or verify-ca, require) to it, and ssl = on at the target");
        }
    }
}
