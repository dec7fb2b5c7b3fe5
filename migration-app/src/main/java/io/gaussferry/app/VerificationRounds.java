package io.gaussferry.app;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.structure.StructureFinding;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The comparison beside the replay, and after a cutover beside the way back: logs what each round found. */
final class VerificationRounds implements ContinuousVerification.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(VerificationRounds.class);

    /** Rows compared at once: a short read on either side. */
    private static final long ROWS_PER_RANGE = 20_000;

    /** Differences that the log names in a round; all are counted. */
    private static final int DIFFERENCES_NAMED = 20;

    /** Notes that the log has: they are the same in most rounds. */
    private List<StructureFinding> logged = List.of();

    private VerificationRounds() {}

    /**
     * Returns a verification that is not started yet.
     *
     * @param share of the time, in percent, that it takes by itself; 0 for rounds on request alone
     */
    static ContinuousVerification of(PipelineSettings settings, int share) {
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
                new VerificationRounds());
    }

    @Override
    public void verified(VerificationReport report) {
        boolean sourceFollows = report.order().sourceFollows();
        for (Difference difference : report.differences()) {
            LOG.error("The {} differs: {}", sourceFollows ? "source" : "target", describe(difference));
        }
        report.structure().differences().forEach(finding -> LOG.error("The structure differs: {}", finding));
        logNotes(report.structure().notes());
        report.tables().stream()
                .filter(table -> table.comparedAgain() > 0 && table.undecided().isEmpty())
                .forEach(table ->
                        LOG.info("{} was compared again: its definition changed while it was compared", table.table()));
        report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .forEach(table -> LOG.warn("Cannot tell whether {} is equal: {}", table.table(), table.undecided()));
        if (report.differenceCount() > 0) {
            LOG.error(
                    "{} rows of {} differ; gaussferry verify --values shows how, {}",
                    report.differenceCount(),
                    report.rows(),
                    sourceFollows
                            ? "nothing but a person makes the source right, to which nobody else may write since the switch"
                            : "--repair makes the target right");
        } else if (report.structureDifferenceCount() > 0) {
            LOG.error(
                    "{} differences in the definitions of the target's tables; {} rows of {} tables are equal;"
                            + " change what is named on the target, or have the table copied again",
                    report.structureDifferenceCount(),
                    report.rows(),
                    report.tables().size());
        } else {
            LOG.info(
                    "Verified {} rows of {} tables{}",
                    report.rows(),
                    report.tables().size(),
                    sourceFollows ? ": the source follows the target" : "");
        }
    }

    private void logNotes(List<StructureFinding> notes) {
        notes.stream()
                .filter(note -> !logged.contains(note))
                .forEach(note -> LOG.info("The structure deviates, and no row differs by it: {}", note));
        logged = notes;
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
        LOG.error("{}\n  nothing is compared by itself any more; all else goes on", failure.getMessage());
    }
}
