package io.gaussferry.preflight.table;

import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.throttle.LoadReading;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.throttle.ThrottleSettings;

/** Checks whether each figure that may hold back copies and verification can be read: otherwise they would never start. */
public final class LoadCheck implements Check {

    private final ThrottleSettings throttle;
    private final SourceSettings source;
    private final TargetSettings target;

    /** @param throttle without any limit, nothing is read */
    public LoadCheck(ThrottleSettings throttle, SourceSettings source, TargetSettings target) {
        this.throttle = throttle;
        this.source = source;
        this.target = target;
    }

    @Override
    public String subject() {
        return "the load of both servers";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.CONFIGURATION;
    }

    @Override
    public void run(Findings findings) {
        try (LoadThrottler throttler = new LoadThrottler(throttle, source, target)) {
            for (LoadReading reading : throttler.readOnce()) {
                if (reading.value() == null) {
                    findings.add(
                            FindingCode.LOAD_UNREADABLE,
                            location(),
                            "gaussferry.throttle." + reading.reason() + ".",
                            "Copies and verification wait while a figure that has a limit cannot be read.",
                            "correct the cause; or grant the privilege that docs/guides/load.md names, or remove the limit");
                }
            }
        }
    }
}
