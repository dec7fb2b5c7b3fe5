package io.gaussferry.control;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.throttle.LoadThrottler;
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

/**
 * Configures continuous verification and logs the result of each round. Verification runs concurrently with replication and, after a
 * cutover, with reverse replication.
 */
public final class VerificationLog implements ContinuousVerification.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(VerificationLog.class);

    /** Rows compared at a time: a short query on either side. */
    private static final long ROWS_PER_RANGE = 20_000;

    /** Maximum number of differences logged per round; all are counted. */
    private static final int DIFFERENCES_NAMED = 20;

    /** Interval at which unchanged errors are logged again: rounds over small tables follow each other every second. */
    private static final Duration LOGGED_AGAIN_AFTER = Duration.ofMinutes(10);

    /** Notes that were already logged: most rounds repeat them. */
    private List<StructureFinding> logged = List.of();

    private List<String> loggedSentences = List.of();
    private List<String> loggedErrors = List.of();
    private long loggedErrorsAt = System.nanoTime();

    private VerificationLog() {}

    /**
     * Returns a verification that is not yet started.
     *
     * @param share of the time, in percent, that it may use; 0 to run rounds on request only
     * @param load holds rounds back while a server is busy; belongs to the caller
     */
    public static ContinuousVerification of(PipelineSettings settings, int share, LoadThrottler load) {
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
                new VerificationLog(),
                load);
    }

    @Override
    public void verified(VerificationReport report) {
        boolean sourceFollows = report.order().sourceFollows();
        logNotes(report.structure().notes());
        logSentences(report.notes().sentences());
        report.tables().stream()
                .filter(table -> table.comparedAgain() > 0 && table.undecided().isEmpty())
                .forEach(table ->
                        LOG.info("Compared {} again: its definition changed during the comparison", table.table()));
        report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .forEach(table -> LOG.warn("Could not compare {}: {}", table.table(), table.undecided()));
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
            errors.add(report.differenceCount() + " rows differ; gaussferry verify --values shows the values, "
                    + (sourceFollows
                            ? "correct the source by hand: --repair does not write to the source after the switch"
                            : "--repair corrects the target"));
        } else if (report.structureDifferenceCount() > 0) {
            errors.add(report.structureDifferenceCount()
                    + " differences in the definitions of the target's tables; the rows of "
                    + report.tables().size()
                    + " tables are equal; change the named definitions on the target, or copy the table again");
        }
        return errors;
    }

    private void logErrors(List<String> errors) {
        long now = System.nanoTime();
        if (errors.equals(loggedErrors) && now - loggedErrorsAt < LOGGED_AGAIN_AFTER.toNanos()) {
            errors.forEach(error -> LOG.debug("Unchanged since the previous round: {}", error));
            return;
        }
        loggedErrors = errors;
        loggedErrorsAt = now;
        errors.forEach(LOG::error);
    }

    private void logNotes(List<StructureFinding> notes) {
        notes.stream()
                .filter(note -> !logged.contains(note))
                .forEach(note -> LOG.info("The structure deviates without affecting rows: {}", note));
        logged = notes;
    }

    private void logSentences(List<String> sentences) {
        sentences.stream()
                .filter(sentence -> !loggedSentences.contains(sentence))
                .forEach(sentence -> LOG.info("{}", sentence));
        loggedSentences = sentences;
    }

    private static String describe(Difference difference) {
        String key = difference.key().stream()
                .map(value -> value.column() + " = " + value.text())
                .collect(Collectors.joining(", "));
        if (difference.kind() == Kind.TABLE_MISSING) {
            return "table " + difference.table() + " does not exist";
        }
        return "table " + difference.table() + ", row " + (key.isEmpty() ? "without a key" : key) + ": "
                + switch (difference.kind()) {
                    case MISSING -> "missing on the target";
                    case EXTRA -> "missing on the source";
                    default ->
                        "different values in "
                                + difference.columns().stream()
                                        .map(Difference.Column::name)
                                        .collect(Collectors.joining(", "));
                }
                + (difference.note().isEmpty() ? "" : " (" + difference.note() + ")");
    }

    @Override
    public void interrupted(GaussferryException failure, Duration delay) {
        LOG.warn("{}\n  verification restarts in {} s", failure.getMessage(), delay.toSeconds());
    }

    @Override
    public void ended(GaussferryException failure) {
        LOG.error("{}\n  continuous verification has stopped; replication continues", failure.getMessage());
    }
}
