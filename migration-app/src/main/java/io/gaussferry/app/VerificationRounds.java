package io.gaussferry.app;

import io.gaussferry.cutover.VerifiedTables;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The comparison beside the replay: logs what each round found. */
final class VerificationRounds implements ContinuousVerification.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(VerificationRounds.class);

    /** Rows compared at once: a short read on either side. */
    private static final long ROWS_PER_RANGE = 20_000;

    /** Differences that the log names in a round; all are counted. */
    private static final int DIFFERENCES_NAMED = 20;

    private final VerifiedTables verified;

    private VerificationRounds(VerifiedTables verified) {
        this.verified = verified;
    }

    /**
     * Returns a verification that is not started yet.
     *
     * @param verified is told which tables were found equal
     * @param share of the time, in percent, that it takes by itself; 0 for rounds on request alone
     */
    static ContinuousVerification of(PipelineSettings settings, int share, VerifiedTables verified) {
        return new ContinuousVerification(
                new VerifySettings(
                        settings.name(),
                        settings.source(),
                        settings.target(),
                        settings.rules(),
                        List.of(),
                        false,
                        false,
                        1,
                        Math.max(1, share),
                        ROWS_PER_RANGE,
                        DIFFERENCES_NAMED),
                share,
                new VerificationRounds(verified));
    }

    @Override
    public void begins() {
        verified.begins();
    }

    @Override
    public void verified(VerificationReport report) {
        verified.verified(report);
        for (Difference difference : report.differences()) {
            LOG.error("The target differs: {}", describe(difference));
        }
        report.tables().stream()
                .filter(table -> table.comparedAgain() > 0 && table.undecided().isEmpty())
                .forEach(table ->
                        LOG.info("{} was compared again: its definition changed while it was compared", table.table()));
        report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .forEach(table -> LOG.warn("Cannot tell whether {} is equal: {}", table.table(), table.undecided()));
        if (report.differenceCount() > 0) {
            LOG.error(
                    "{} rows of {} differ; gaussferry verify --values shows how, --repair makes the target right",
                    report.differenceCount(),
                    report.rows());
        } else {
            LOG.info(
                    "Verified {} rows of {} tables",
                    report.rows(),
                    report.tables().size());
        }
    }

    private static String describe(Difference difference) {
        String key = difference.key().stream()
                .map(value -> value.column() + " = " + value.text())
                .collect(Collectors.joining(", "));
        if (difference.kind() == Kind.TABLE_MISSING) {
            return "there is no table " + difference.table();
        }
        return "table " + difference.table() + ", row " + (key.isEmpty() ? "without a key" : key) + ": "
                + switch (difference.kind()) {
                    case MISSING -> "missing on the target";
                    case EXTRA -> "not on the source";
                    default ->
                        "other values in "
                                + difference.columns().stream()
                                        .map(Difference.Column::name)
                                        .collect(Collectors.joining(", "));
                };
    }

    @Override
    public void interrupted(GaussferryException failure, Duration delay) {
        LOG.warn("{}\n  comparing again in {} s", failure.getMessage(), delay.toSeconds());
    }

    @Override
    public void ended(GaussferryException failure) {
        LOG.error("{}\n  nothing is compared by itself any more; replay goes on", failure.getMessage());
    }
}
