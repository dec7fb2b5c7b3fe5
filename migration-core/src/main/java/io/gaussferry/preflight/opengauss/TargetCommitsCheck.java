package io.gaussferry.preflight.opengauss;

import io.gaussferry.opengauss.HostInspection;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.target.cluster.CommitRule;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.SynchronousStandbys;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Checks when the target's servers acknowledge commits: a commit that waits for a missing standby hangs, and one that waits
 * for none may be lost in a failover. Gaussferry's own changes are replayed; decisions of a cutover and an application's
 * commits are not.
 */
public final class TargetCommitsCheck implements Check {

    private static final String NAMES = "synchronous_standby_names";
    private static final String AVAILABLE = "most_available_sync";
    private static final String COMMIT = "synchronous_commit";
    private static final String LOST =
            "A failover may lose acknowledged commits: decisions of a cutover, and the application's after the switch.";

    private final TargetServer server;
    private final List<HostInspection> hosts;

    public TargetCommitsCheck(TargetServer server, List<HostInspection> hosts) {
        this.server = server;
        this.hosts = hosts;
    }

    @Override
    public String subject() {
        return "when the target acknowledges commits";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.TARGET;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        check(findings, hosts, ConnectedStandbys.read(server));
    }

    static void check(Findings findings, List<HostInspection> hosts, ConnectedStandbys standbys) {
        checkHanging(findings, hosts, standbys);
        hosts.stream()
                .filter(host -> host.state().role() == HostRole.PRIMARY)
                .forEach(primary -> checkLosses(findings, primary, standbys));
    }

    private static void checkHanging(Findings findings, List<HostInspection> hosts, ConnectedStandbys standbys) {
        if (standbys.rule().isBlocked() && !standbys.hidden()) {
            findings.add(
                    FindingCode.TARGET_COMMITS_HANG,
                    FindingLocation.TARGET,
                    "Commits on the target wait for a standby (" + NAMES + " is '"
                            + standbys.rule().names() + "'), and "
                            + connected(standbys.rule()),
                    "Such a commit does not return, nor does a query that meets its rows: a cutover and the application would hang.",
                    remedy(hosts));
            return;
        }
        int left = standbys.connected() - 1;
        List<HostInspection> hanging = hosts.stream()
                .filter(host -> standbys.connected() > 0 && left < waitedFor(host))
                .toList();
        if (!hanging.isEmpty()) {
            findings.add(
                    FindingCode.TARGET_COMMITS_HANG,
                    FindingLocation.TARGET,
                    "On " + names(hanging) + " commits wait for a standby ("
                            + hanging.stream()
                                    .map(host -> NAMES + " '" + value(host, NAMES) + "'")
                                    .distinct()
                                    .collect(Collectors.joining(", "))
                            + "), and after the loss of a server " + left + " would be connected.",
                    "Then commits do not return, nor do queries and logins that meet their rows or locks, until a standby is"
                            + " connected: replication, a cutover and the application can hang.",
                    remedy(hosts));
        }
    }

    private static String connected(CommitRule rule) {
        if (rule.standbys() == 0) {
            return "none is connected.";
        }
        return rule.synchronous() == 0
                ? "no connected one is among them."
                : "only " + rule.synchronous() + " of " + rule.required() + " is connected.";
    }

    /** Returns how many standbys a commit waits for, whether they are connected or not. */
    private static int waitedFor(HostInspection host) {
        boolean relents =
                host.setting(AVAILABLE).map(value -> value.equals("on")).orElse(false);
        return relents ? 0 : SynchronousStandbys.required(value(host, NAMES));
    }

    private static void checkLosses(Findings findings, HostInspection primary, ConnectedStandbys standbys) {
        if (standbys.connected() == 0) {
            return;
        }
        String commit = value(primary, COMMIT);
        if (standbys.synchronous() == 0 && !standbys.hidden()) {
            findings.add(
                    FindingCode.TARGET_COMMITS_ASYNCHRONOUS,
                    FindingLocation.TARGET,
                    "Commits on " + primary.host() + " wait for no standby: " + NAMES + " is '" + value(primary, NAMES)
                            + "', and " + standbys.connected() + " connected.",
                    LOST,
                    "set " + NAMES + " to the standbys, or '*', on every server"
                            + command(primary, NAMES + "='*'", "ALTER SYSTEM SET " + NAMES + " = '*'"));
        } else if (primary.setting(AVAILABLE).map(value -> value.equals("on")).orElse(false)) {
            findings.add(
                    FindingCode.TARGET_COMMITS_WITHOUT_STANDBY,
                    FindingLocation.TARGET,
                    AVAILABLE + " is on: commits on " + primary.host()
                            + " wait for a standby only while one is connected.",
                    "If the standby is away before the primary fails, a failover to it loses acknowledged commits: decisions of"
                            + " a cutover, and the application's after the switch.",
                    "no action needed with two standbys or more; with one, choose: off hangs instead of losing commits");
        }
        if (commit.equals("off") || commit.equals("local")) {
            findings.add(
                    FindingCode.TARGET_COMMITS_ASYNCHRONOUS,
                    FindingLocation.TARGET,
                    COMMIT + " is " + commit + " by default on " + primary.host() + ".",
                    "A failover may lose commits that were acknowledged to the application after the switch. A cutover's decisions"
                            + " wait nevertheless.",
                    "set it to on before the switch, on every server"
                            + command(primary, COMMIT + "=on", "ALTER SYSTEM SET " + COMMIT + " = on"));
        }
    }

    private static String remedy(List<HostInspection> hosts) {
        boolean hasChoice =
                hosts.stream().anyMatch(host -> host.setting(AVAILABLE).isPresent());
        return hasChoice
                ? "add a standby, or run on every server: gs_guc reload -D DATADIR -c \"" + AVAILABLE
                        + "=on\" (a failover then" + " may lose commits made while no standby was connected)"
                : "add a standby, or name fewer in " + NAMES + " and run SELECT pg_reload_conf()";
    }

    private static String command(HostInspection host, String guc, String statement) {
        return host.setting(AVAILABLE).isPresent()
                ? ": gs_guc reload -D DATADIR -c \"" + guc + "\""
                : ": " + statement + "; SELECT pg_reload_conf()";
    }

    private static String value(HostInspection host, String name) {
        return host.setting(name).orElse("");
    }

    private static String names(List<HostInspection> hosts) {
        return hosts.stream().map(host -> host.host().toString()).collect(Collectors.joining(", "));
    }
}
