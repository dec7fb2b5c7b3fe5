package io.gaussferry.preflight.opengauss;

import io.gaussferry.opengauss.HostInspection;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.TargetHost;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.SQLException;
import java.util.List;

/**
 * Checks the settings of the target that reverse replication needs after a cutover. Without them a cutover is possible, but
 * no return.
 */
public final class TargetDecodingCheck implements Check {

    /** A slot and a connection, and further ones for a large backlog. */
    private static final int NEEDED = 2;

    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;

    /** Slots of Gaussferry exist already once reverse replication is armed. */
    private static final String USED_SLOTS =
            "SELECT count(*)::TEXT FROM pg_catalog.pg_replication_slots WHERE slot_name NOT LIKE 'gaussferry%'";

    private static final String USED_SENDERS =
            "SELECT count(*)::TEXT FROM pg_catalog.pg_stat_replication WHERE application_name <> 'gaussferry'";

    private static final String NO_RETURN = "Reverse replication after the switch is impossible: a cutover needs"
            + " --no-reverse-replication, and has no return without loss.";

    private final TargetServer server;
    private final List<HostInspection> hosts;

    public TargetDecodingCheck(TargetServer server, List<HostInspection> hosts) {
        this.server = server;
        this.hosts = hosts;
    }

    @Override
    public String subject() {
        return "the target's settings for reverse replication";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.TARGET;
    }

    /**
     * The use of the primary's resources.
     *
     * @param slots replication slots other than Gaussferry's, of standbys too
     * @param senders connections for replication other than Gaussferry's
     * @param hasReplicationPort whether the port after the ordinary one can be reached
     */
    record Usage(int slots, int senders, boolean hasReplicationPort) {}

    @Override
    public void run(Findings findings) throws SQLException {
        ConnectedStandbys standbys = ConnectedStandbys.read(server);
        for (HostInspection host : hosts) {
            if (host.state().role() == HostRole.PRIMARY) {
                Usage usage = new Usage(
                        Integer.parseInt(CatalogRows.text(server.connection(), USED_SLOTS)),
                        Integer.parseInt(CatalogRows.text(server.connection(), USED_SENDERS)),
                        server.dialect().decoding().usesNextPort() && isReachable(host.host()));
                check(findings, host, standbys, usage);
            }
        }
    }

    private static boolean isReachable(TargetHost host) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host.name(), host.port() + 1), CONNECT_TIMEOUT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static void check(Findings findings, HostInspection primary, ConnectedStandbys standbys, Usage usage) {
        checkLog(findings, primary);
        checkNumbers(findings, primary, usage);
        if (primary.isOff("enable_slot_log") && standbys.connected() > 0) {
            findings.add(
                    FindingCode.TARGET_SLOTS_NOT_ON_STANDBYS,
                    FindingLocation.TARGET,
                    "enable_slot_log is off: standbys do not have the replication slots of " + primary.host() + ".",
                    "After a failover the slot of reverse replication is missing; it has to be armed again, which compares the"
                            + " tables.",
                    "run on every server, before the cutover: gs_guc reload -D DATADIR -c \"enable_slot_log=on\"");
        }
        if (standbys.hidden()) {
            findings.add(
                    FindingCode.TARGET_STANDBYS_HIDDEN,
                    FindingLocation.TARGET,
                    "The account does not see the positions of the target's standbys.",
                    "Reverse replication cannot wait for them: MySQL may get transactions that a failover of the target loses.",
                    primary.setting("most_available_sync").isPresent()
                            ? "run ALTER USER … SYSADMIN for the account until reverse replication ends"
                            : "run GRANT pg_monitor TO the account");
        }
    }

    private static void checkLog(Findings findings, HostInspection primary) {
        String level = primary.setting("wal_level").orElse("logical");
        if (!level.equals("logical")) {
            findings.add(
                    FindingCode.TARGET_WAL_LEVEL,
                    FindingLocation.TARGET,
                    "wal_level is " + level + ".",
                    NO_RETURN,
                    "set wal_level = logical on every server, and restart them, before the cutover");
        }
        if (primary.isOff("enable_subscription")) {
            findings.add(
                    FindingCode.TARGET_SUBSCRIPTION_OFF,
                    FindingLocation.TARGET,
                    "enable_subscription is off.",
                    NO_RETURN,
                    "set enable_subscription = on on every server before the cutover (gs_guc set -D DATADIR -c"
                            + " \"enable_subscription=on\", then restart)");
        }
    }

    private static void checkNumbers(Findings findings, HostInspection primary, Usage usage) {
        checkFree(
                findings,
                FindingCode.TARGET_REPLICATION_SLOTS,
                "max_replication_slots",
                primary,
                usage.slots(),
                "Slots of standbys count too");
        checkFree(
                findings,
                FindingCode.TARGET_WAL_SENDERS,
                "max_wal_senders",
                primary,
                usage.senders(),
                "Standbys and backups count too");
        if (primary.setting("enable_thread_pool")
                        .map(value -> value.equals("on"))
                        .orElse(false)
                && !usage.hasReplicationPort()) {
            findings.add(
                    FindingCode.TARGET_REPLICATION_PORT,
                    FindingLocation.TARGET,
                    "enable_thread_pool is on, and the port after that of " + primary.host() + " cannot be reached.",
                    "With a thread pool openGauss accepts replication connections only there: reverse replication cannot start.",
                    "open the port in firewalls, and add this machine's address to listen_addresses and pg_hba.conf");
        }
    }

    private static void checkFree(
            Findings findings, FindingCode code, String name, HostInspection primary, int used, String counted) {
        String allowed = primary.setting(name).orElse("");
        if (allowed.matches("\\d{1,9}") && Integer.parseInt(allowed) - used < NEEDED) {
            findings.add(
                    code,
                    FindingLocation.TARGET,
                    name + " is " + allowed + ", and " + used + " are in use.",
                    counted + ". Reverse replication needs one, and another one for a large backlog.",
                    "raise " + name + " to at least " + (used + NEEDED)
                            + " on every server, and restart them, before the cutover");
        }
    }
}
