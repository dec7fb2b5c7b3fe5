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
import java.util.ArrayList;
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

    /** Errors that every round reports are logged again after this time: rounds of small tables follow each other each second. */
    private static final Duration LOGGED_AGAIN_AFTER = Duration.ofMinutes(10);

    /** Notes that the log has: they are the same in most rounds. */
    private List<StructureFinding> logged = List.of();

    private List<String> loggedErrors = List.of();
    private long loggedErrorsAt = System.nanoTime();

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
        logNotes(report.structure().notes());
        report.tables().stream()
                .filter(table -> table.comparedAgain() > 0 && table.undecided().isEmpty())
                .forEach(table ->
                        LOG.info("{} was compared again: its definition changed while it was compared", table.table()));
        report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .forEach(table -> LOG.warn("Cannot tell whether {} is equal: {}", table.table(), table.undecided()));
        List<String> errors = errors(report, sourceFollows);
        if (errors.isEmpty()) {
            LOG.info(
                    "Verified {} rows of {} tables{}",
                    report.rows(),
                    report.tables().size(),
                    sourceFollows ? ": the source follows the target" : "");
        }
        logErrors(errors);
    }

    private static List<String> errors(VerificationReport report, boolean sourceFollows) {
        List<String> errors = new ArrayList<>();
        for (Difference difference : report.differences()) {
            errors.add("The " + (sourceFollows ? "source" : "target") + " differs: " + describe(difference));
        }
        report.structure().differences().forEach(finding -> errors.add("The structure differs: " + finding));
        if (report.differenceCount() > 0) {
            errors.add(report.differenceCount() + " rows differ; gaussferry verify --values shows how, "
                    + (sourceFollows
                            ? "the source has to be corrected by hand: after the switch, repair does not write to it"
                            : "--repair makes the target right"));
        } else if (report.structureDifferenceCount() > 0) {
            errors.add(report.structureDifferenceCount()
                    + " differences in the definitions of the target's tables; the rows of "
                    + report.tables().size()
                    + " tables are equal; change what is named on the target, or have the table copied"
                    + " again");
        }
        return errors;
    }

    private void logErrors(List<String> errors) {
        long now = System.nanoTime();
        if (errors.equals(loggedErrors) && now - loggedErrorsAt < LOGGED_AGAIN_AFTER.toNanos()) {
            errors.forEach(error -> LOG.debug("As in the round before: {}", error));
            return;
        }
        loggedErrors = errors;
        loggedErrorsAt = now;
        errors.forEach(LOG::error);
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
