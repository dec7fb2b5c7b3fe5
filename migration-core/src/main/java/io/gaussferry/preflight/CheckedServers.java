package io.gaussferry.preflight;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.preflight.finding.ConnectionFailures;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.preflight.opengauss.TargetServer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The connections to the servers that are checked. A server that cannot be used becomes a finding. Used by one thread. */
final class CheckedServers implements AutoCloseable {

    private final PreflightSettings settings;
    private final Findings findings;
    private @Nullable SourceServer source;
    private @Nullable TargetServer target;

    CheckedServers(PreflightSettings settings, Findings findings) {
        this.settings = settings;
        this.findings = findings;
    }

    /** Connects to the source, and to the target if there is one. */
    void open() {
        try {
            source = SourceServer.open(settings.source());
        } catch (SQLException e) {
            findings.add(ConnectionFailures.ofSource(settings.source().toString(), e));
        } catch (GaussferryException e) {
            findings.add(Preflight.configuration(e));
        }
        TargetSettings given = settings.target();
        if (given == null) {
            return;
        }
        try {
            target = TargetServer.open(given);
        } catch (SQLException e) {
            findings.add(ConnectionFailures.ofTarget(given.toString(), e));
        } catch (GaussferryException e) {
            findings.add(targetRefusal(e));
        }
    }

    /** Returns the source; null if it cannot be used. */
    @Nullable
    SourceServer source() {
        return source;
    }

    /** Returns the target; null if there is none, or if it cannot be used. */
    @Nullable
    TargetServer target() {
        return target;
    }

    private static Finding targetRefusal(GaussferryException refusal) {
        if (refusal.code() == ErrorCode.TARGET_PRIMARY_MISSING) {
            return notPrimary(FindingCode.TARGET_PRIMARY_MISSING, refusal);
        }
        if (refusal.code() == ErrorCode.TARGET_PRIMARIES_SEVERAL) {
            return notPrimary(FindingCode.TARGET_PRIMARIES_SEVERAL, refusal);
        }
        if (refusal.code() == ErrorCode.TARGET_PRODUCT_UNTESTED) {
            return new Finding(
                    FindingCode.TARGET_PRODUCT_UNTESTED,
                    FindingLocation.TARGET,
                    refusal.problem(),
                    "Its differences from openGauss are unknown.",
                    refusal.remedy());
        }
        return Preflight.configuration(refusal);
    }

    /** Servers may change their roles without a change of the configuration. */
    private static Finding notPrimary(FindingCode code, GaussferryException refusal) {
        return new Finding(
                code,
                FindingLocation.TARGET,
                refusal.problem(),
                "Gaussferry writes to the only primary among the servers of the URL.",
                refusal.remedy(),
                true);
    }

    /** Ends a failed transaction of the target, which accepts no statement until then. */
    void rollBackTarget() throws SQLException {
        TargetServer open = target;
        if (open != null) {
            open.connection().rollback();
        }
    }

    @Override
    public void close() {
        close(source);
        close(target);
    }

    private static void close(@Nullable AutoCloseable server) {
        try {
            if (server != null) {
                server.close();
            }
        } catch (Exception e) {
            // The report is complete, and the connection ends with the process at the latest.
            return;
        }
    }
}
