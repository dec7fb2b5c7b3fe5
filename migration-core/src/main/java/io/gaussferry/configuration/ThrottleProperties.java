package io.gaussferry.configuration;

import io.gaussferry.throttle.LoadFigure;
import io.gaussferry.throttle.ThrottleSettings;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The keys below {@code gaussferry.throttle}. {@code config/gaussferry.yml} explains each. */
public record ThrottleProperties(
        @DefaultValue("0") int sourceThreadsRunning,
        @DefaultValue("0") long sourceHistoryLength,
        @DefaultValue("0s") Duration sourceReplicaLag,
        @DefaultValue List<String> sourceReplicas,
        @DefaultValue("0") int targetActiveSessions,
        @DefaultValue("0B") DataSize targetStandbyLag,
        @DefaultValue("0") int processorUse,
        @DefaultValue("5") int minimumShare) {

    private static final String KEY = "gaussferry.throttle.";
    private static final Pattern ADDRESS = Pattern.compile("[^\\s:/,@()]+:\\d{1,5}|\\[[0-9A-Fa-f:.]+]:\\d{1,5}");

    ThrottleSettings toSettings() {
        Requirements.range(KEY + "source-threads-running", sourceThreadsRunning, 0, 100_000);
        Requirements.range(KEY + "source-history-length", sourceHistoryLength, 0, 1_000_000_000_000L);
        Requirements.range(KEY + "source-replica-lag", sourceReplicaLag, "0s", "24h");
        Requirements.range(KEY + "target-active-sessions", targetActiveSessions, 0, 100_000);
        Requirements.range(KEY + "target-standby-lag", targetStandbyLag, "0B", "100TB");
        Requirements.range(KEY + "processor-use", processorUse, 0, 100);
        Requirements.range(KEY + "minimum-share", minimumShare, 0, 50);
        for (int i = 0; i < sourceReplicas.size(); i++) {
            if (!ADDRESS.matcher(sourceReplicas.get(i)).matches()) {
                throw Requirements.refused(
                        KEY + "source-replicas[" + i + "] is " + sourceReplicas.get(i) + ", which is not an address.",
                        "write it as host:port");
            }
        }
        if (sourceReplicas.isEmpty() != sourceReplicaLag.isZero()) {
            throw Requirements.refused(
                    KEY + "source-replicas and " + KEY + "source-replica-lag need each other.", "set both, or neither");
        }
        Map<LoadFigure, Double> limits = new EnumMap<>(LoadFigure.class);
        put(limits, LoadFigure.SOURCE_THREADS_RUNNING, sourceThreadsRunning);
        put(limits, LoadFigure.SOURCE_HISTORY_LENGTH, sourceHistoryLength);
        put(limits, LoadFigure.SOURCE_REPLICA_LAG, sourceReplicaLag.toMillis() / 1e3);
        put(limits, LoadFigure.TARGET_ACTIVE_SESSIONS, targetActiveSessions);
        put(limits, LoadFigure.TARGET_STANDBY_LAG, targetStandbyLag.toBytes());
        put(limits, LoadFigure.PROCESSOR_USE, processorUse);
        return new ThrottleSettings(limits, sourceReplicas, minimumShare);
    }

    private static void put(Map<LoadFigure, Double> limits, LoadFigure figure, double limit) {
        if (limit > 0) {
            limits.put(figure, limit);
        }
    }
}
