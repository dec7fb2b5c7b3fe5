package io.gaussferry.preflight.opengauss;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.opengauss.HostInspection;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.opengauss.TargetDecodingCheck.Usage;
import io.gaussferry.target.cluster.CommitRule;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.SynchronousStandbys;
import io.gaussferry.target.cluster.TargetHost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what the checks of a cluster conclude from its servers' answers. */
class TargetClusterChecksTest {

    /** The settings of an openGauss 6.0 whose commits wait for its standbys. */
    private static final Map<String, String> HEALTHY = Map.of(
            "synchronous_standby_names", "*",
            "most_available_sync", "off",
            "synchronous_commit", "on",
            "wal_level", "logical",
            "max_replication_slots", "8",
            "max_wal_senders", "8",
            "enable_slot_log", "on",
            "enable_thread_pool", "off");

    private static final Usage LITTLE = new Usage(2, 2, true);

    private final Findings findings = new Findings();

    @Test
    void reportsNothingForTwoStandbys() {
        List<HostInspection> hosts = List.of(
                host("db1", HostRole.PRIMARY, "1", HEALTHY),
                host("db2", HostRole.STANDBY, "1", HEALTHY),
                host("db3", HostRole.STANDBY, "1", HEALTHY));
        new TargetHostsCheck(hosts).run(findings);
        TargetCommitsCheck.check(findings, hosts, standbys(2, 1));
        TargetDecodingCheck.check(findings, hosts.get(0), standbys(2, 1), LITTLE);
        assertThat(codes()).isEmpty();
    }

    @Test
    void reportsNothingForSingleServerWithoutRole() {
        List<HostInspection> hosts = List.of(host("db1", HostRole.PRIMARY, "1", HEALTHY));
        ConnectedStandbys none = new ConnectedStandbys(CommitRule.NONE, false);
        new TargetHostsCheck(hosts).run(findings);
        TargetCommitsCheck.check(findings, hosts, none);
        TargetDecodingCheck.check(findings, hosts.get(0), none, LITTLE);
        assertThat(codes()).isEmpty();
    }

    @Test
    void namesServersThatDoNotAnswerOrAreOfAnotherCluster() {
        new TargetHostsCheck(List.of(
                        host("db2", HostRole.STANDBY, "2", HEALTHY),
                        host("db1", HostRole.PRIMARY, "1", HEALTHY),
                        host("db3", HostRole.UNREACHABLE, "", Map.of())))
                .run(findings);
        assertThat(codes()).containsExactly(FindingCode.TARGET_HOST_FOREIGN, FindingCode.TARGET_HOST_UNREACHABLE);
        assertThat(findings.list().get(0).problem()).contains("db1:1 and db2:1").contains("1 and 2");
        assertThat(findings.list().get(1).problem()).contains("db3:1 does not answer");
    }

    /** Without the privilege for the identifier nothing is concluded from it. */
    @Test
    void comparesOnlyVisibleIdentifiers() {
        new TargetHostsCheck(List.of(
                        host("db1", HostRole.PRIMARY, "", HEALTHY), host("db2", HostRole.STANDBY, "2", HEALTHY)))
                .run(findings);
        assertThat(codes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "' ', 0",
        "*, 1",
        "'a,b', 1",
        "'2 (a, b, c)', 2",
        "'FIRST 2 (a, b)', 2",
        "'any 1(a, b), ANY 2(c, d)', 3",
    })
    void countsStandbysThatCommitWaitsFor(String names, int expected) {
        assertThat(SynchronousStandbys.required(names)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1, *, off, true",
        "2, *, off, false",
        "2, 'ANY 2 (a, b)', off, true",
        "1, *, on, false",
        "1, '', off, false"
    })
    void reportsHangingCommitsAfterLossOfServer(int connected, String names, String available, boolean hang) {
        HostInspection standby = host(
                "db2",
                HostRole.STANDBY,
                "1",
                with(Map.of("synchronous_standby_names", names, "most_available_sync", available)));
        TargetCommitsCheck.check(findings, List.of(standby), standbys(connected, 1));
        assertThat(codes().contains(FindingCode.TARGET_COMMITS_HANG)).isEqualTo(hang);
        if (hang) {
            assertThat(findings.list().get(0).problem()).contains("On db2:1");
            assertThat(findings.list().get(0).remedy())
                    .contains("gs_guc reload -D DATADIR -c \"most_available_sync=on\"");
        }
    }

    @Test
    void reportsCommitsThatHangAlready() {
        TargetCommitsCheck.check(
                findings,
                List.of(host("db1", HostRole.PRIMARY, "1", HEALTHY)),
                new ConnectedStandbys(new CommitRule(true, "*", 0, 0), false));
        assertThat(codes()).containsExactly(FindingCode.TARGET_COMMITS_HANG);
        assertThat(findings.list().get(0).problem()).contains("none is connected");
    }

    /** As on openGauss, every connected standby of the group is synchronous. */
    @Test
    void reportsCommitsThatHangBecauseFewerStandbysAreConnectedThanTheyWaitFor() {
        TargetCommitsCheck.check(
                findings,
                List.of(host("db1", HostRole.PRIMARY, "1", HEALTHY)),
                new ConnectedStandbys(new CommitRule(true, "ANY 2 (a, b, c)", 1, 1), false));
        assertThat(codes()).containsExactly(FindingCode.TARGET_COMMITS_HANG);
        assertThat(findings.list().get(0).problem()).contains("1 of 2");
    }

    @ParameterizedTest
    @CsvSource({
        "synchronous_standby_names, '', 0, TARGET_COMMITS_ASYNCHRONOUS",
        "synchronous_commit, off, 1, TARGET_COMMITS_ASYNCHRONOUS",
        "synchronous_commit, local, 1, TARGET_COMMITS_ASYNCHRONOUS",
        "most_available_sync, on, 1, TARGET_COMMITS_WITHOUT_STANDBY"
    })
    void reportsCommitsThatFailoverMayLose(String name, String value, int synchronous, FindingCode expected) {
        TargetCommitsCheck.check(
                findings,
                List.of(host("db1", HostRole.PRIMARY, "1", with(Map.of(name, value)))),
                standbys(2, synchronous));
        assertThat(codes()).containsExactly(expected);
    }

    /** PostgreSQL has neither the setting nor its tools. */
    @Test
    void namesCommandsOfServer() {
        Map<String, String> settings = Map.of("synchronous_standby_names", "", "synchronous_commit", "on");
        TargetCommitsCheck.check(findings, List.of(host("db1", HostRole.PRIMARY, "1", settings)), standbys(1, 0));
        assertThat(findings.list())
                .singleElement()
                .satisfies(finding -> assertThat(finding.remedy())
                        .contains("ALTER SYSTEM SET synchronous_standby_names = '*'")
                        .doesNotContain("gs_guc"));
    }

    @ParameterizedTest
    @CsvSource({
        "wal_level, hot_standby, TARGET_WAL_LEVEL",
        "enable_subscription, off, TARGET_SUBSCRIPTION_OFF",
        "enable_slot_log, off, TARGET_SLOTS_NOT_ON_STANDBYS",
        "max_replication_slots, 3, TARGET_REPLICATION_SLOTS",
        "max_wal_senders, 3, TARGET_WAL_SENDERS",
        "enable_thread_pool, on, TARGET_REPLICATION_PORT"
    })
    void reportsObstaclesToReverseReplication(String name, String value, FindingCode expected) {
        TargetDecodingCheck.check(
                findings,
                host("db1", HostRole.PRIMARY, "1", with(Map.of(name, value))),
                standbys(1, 1),
                new Usage(2, 2, false));
        assertThat(codes()).containsExactly(expected);
    }

    /** Whether a standby is synchronous is hidden, too: nothing is concluded from it. */
    @Test
    void reportsHiddenPositions() {
        TargetCommitsCheck.check(
                findings,
                List.of(host("db1", HostRole.PRIMARY, "1", with(Map.of("most_available_sync", "on")))),
                new ConnectedStandbys(new CommitRule(true, "*", 1, 0), true));
        assertThat(codes()).containsExactly(FindingCode.TARGET_COMMITS_WITHOUT_STANDBY);
    }

    @Test
    void reportsHiddenPositionsForReverseReplication() {
        TargetDecodingCheck.check(
                findings,
                host("db1", HostRole.PRIMARY, "1", HEALTHY),
                new ConnectedStandbys(new CommitRule(true, "*", 1, 0), true),
                LITTLE);
        assertThat(codes()).containsExactly(FindingCode.TARGET_STANDBYS_HIDDEN);
    }

    /** Versions without a setting do not need it. */
    @Test
    void assumesNothingAboutSettingsThatServerLacks() {
        TargetDecodingCheck.check(
                findings, host("db1", HostRole.PRIMARY, "1", Map.of()), standbys(1, 1), new Usage(9, 9, false));
        assertThat(codes()).isEmpty();
    }

    private List<FindingCode> codes() {
        return findings.list().stream().map(Finding::code).toList();
    }

    private static ConnectedStandbys standbys(int connected, int synchronous) {
        return new ConnectedStandbys(new CommitRule(synchronous > 0, "*", connected, synchronous), false);
    }

    private static Map<String, String> with(Map<String, String> changed) {
        Map<String, String> settings = new HashMap<>(HEALTHY);
        settings.putAll(changed);
        return settings;
    }

    private static HostInspection host(String name, HostRole role, String cluster, Map<String, String> settings) {
        return new HostInspection(new HostState(new TargetHost(name, 1), role, ""), cluster, settings);
    }
}
