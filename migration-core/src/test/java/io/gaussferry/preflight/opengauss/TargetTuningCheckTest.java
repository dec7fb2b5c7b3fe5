package io.gaussferry.preflight.opengauss;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.opengauss.TargetTuningCheck.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTuningCheckTest {

    /** The settings of an openGauss configured by its guides, in the daemon's session. */
    private static final Map<String, Value> HEALTHY = Map.ofEntries(
            Map.entry("dolphin.sql_mode", new Value("sql_mode_strict,sql_mode_full_group,ansi_quotes", "")),
            Map.entry("session_timeout", new Value("0", "s")),
            Map.entry("synchronous_commit", new Value("off", "")),
            Map.entry("autovacuum", new Value("on", "")),
            Map.entry("track_counts", new Value("on", "")),
            Map.entry("checkpoint_segments", new Value("64", "")),
            Map.entry("enable_incremental_checkpoint", new Value("on", "")),
            Map.entry("max_wal_size", new Value("1024", "MB")),
            Map.entry("shared_buffers", new Value("131072", "8kB")),
            Map.entry("maintenance_work_mem", new Value("131072", "kB")),
            Map.entry("audit_enabled", new Value("on", "")),
            Map.entry("audit_dml_state", new Value("0", "")),
            Map.entry("enable_thread_pool", new Value("on", "")),
            Map.entry("max_connections", new Value("5000", "")),
            Map.entry("numa_distribute_mode", new Value("all", "")),
            Map.entry("thread_pool_attr", new Value("16,2,(nobind)", "")));

    @Test
    void reportsNothingForUnknownSettings() {
        assertThat(codes(Map.of())).isEmpty();
    }

    @Test
    void reportsNothingForRecommendedSettings() {
        assertThat(codes(HEALTHY)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "session_timeout, 600, s, TARGET_SESSION_TIMEOUT",
        "synchronous_commit, remote_apply, '', TARGET_SYNCHRONOUS_COMMIT",
        "autovacuum, off, '', TARGET_AUTOVACUUM",
        "track_counts, off, '', TARGET_AUTOVACUUM",
        "max_wal_size, 1023, MB, TARGET_CHECKPOINTS",
        "shared_buffers, 4096, 8kB, TARGET_MEMORY",
        "maintenance_work_mem, 16384, kB, TARGET_MEMORY",
        "audit_dml_state, 1, '', TARGET_AUDIT",
        "enable_thread_pool, off, '', TARGET_THREAD_POOL",
        "numa_distribute_mode, none, '', TARGET_NUMA"
    })
    void reportsEachUnsuitableSetting(String name, String setting, String unit, FindingCode expected) {
        Map<String, Value> settings = new HashMap<>(HEALTHY);
        settings.put(name, new Value(setting, unit));
        assertThat(codes(settings)).containsExactly(expected);
    }

    @Test
    void checksCheckpointSegmentsOnlyWithoutIncrementalCheckpoints() {
        Map<String, Value> settings = new HashMap<>(HEALTHY);
        settings.put("checkpoint_segments", new Value("3", ""));
        assertThat(codes(settings)).isEmpty();
        settings.put("enable_incremental_checkpoint", new Value("off", ""));
        assertThat(codes(settings)).containsExactly(FindingCode.TARGET_CHECKPOINTS);
    }

    private static List<FindingCode> codes(Map<String, Value> settings) {
        Findings findings = new Findings();
        TargetTuningCheck.check(findings, settings);
        return findings.list().stream().map(Finding::code).toList();
    }
}
