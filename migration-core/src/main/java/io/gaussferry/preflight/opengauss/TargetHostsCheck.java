package io.gaussferry.preflight.opengauss;

import io.gaussferry.opengauss.HostInspection;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.target.cluster.HostRole;
import java.util.List;

/** Checks that the servers of the target's URL answer, and belong to one cluster. */
public final class TargetHostsCheck implements Check {

    private final List<HostInspection> hosts;

    public TargetHostsCheck(List<HostInspection> hosts) {
        this.hosts = hosts;
    }

    @Override
    public String subject() {
        return "the servers of the target";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.TARGET;
    }

    @Override
    public void run(Findings findings) {
        if (hosts.size() < 2) {
            return;
        }
        hosts.stream()
                .filter(host -> host.answers() && !host.cluster().isEmpty())
                .min((left, right) -> Boolean.compare(isPrimary(right), isPrimary(left)))
                .ifPresent(first -> checkClusters(findings, first));
        for (HostInspection host : hosts) {
            if (!host.answers()) {
                findings.add(
                        FindingCode.TARGET_HOST_UNREACHABLE,
                        FindingLocation.TARGET,
                        "The target's server " + host.state() + ".",
                        "Gaussferry cannot continue there after a failover.",
                        "start the server, let its pg_hba.conf and certificate admit the account as the primary's do, or remove"
                                + " it from gaussferry.target.url");
            }
        }
    }

    private static boolean isPrimary(HostInspection host) {
        return host.state().role() == HostRole.PRIMARY;
    }

    private void checkClusters(Findings findings, HostInspection first) {
        for (HostInspection host : hosts) {
            if (!host.cluster().isEmpty() && !host.cluster().equals(first.cluster())) {
                findings.add(
                        FindingCode.TARGET_HOST_FOREIGN,
                        FindingLocation.TARGET,
                        "The target's servers " + first.host() + " and " + host.host()
                                + " are of different clusters (system identifiers " + first.cluster() + " and "
                                + host.cluster() + ").",
                        "If " + host.host()
                                + " were the only primary, Gaussferry would write to another cluster's data.",
                        "name in gaussferry.target.url only a primary and its standbys");
            }
        }
    }
}
