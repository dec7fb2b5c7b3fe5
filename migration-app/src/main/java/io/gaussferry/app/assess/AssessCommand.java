package io.gaussferry.app.assess;

import io.gaussferry.app.check.StatementOptions;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.assess.Assessment;
import io.gaussferry.assess.AssessmentRun;
import io.gaussferry.assess.EffortMinutes;
import io.gaussferry.assess.probe.ProbeLimits;
import io.gaussferry.assess.settings.AssessmentSettings;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code assess}: one report about one or several migrations before they start. */
@Command(
        name = "assess",
        description = {
            "Writes one report about a migration before it starts: servers, sizes, required decisions, objects, statements, forecasts and"
                    + " effort. NAME.html is one page that needs no network, NAME.json is for programs, NAME.csv has one row per source.",
            "Changes nothing. The source is only read. On the target, definitions are created in transactions that are rolled back, and"
                    + " the probe writes rows only to temporary tables, which the rollback removes. Without a section target in the"
                    + " configuration only the source is assessed."
        },
        footer =
                "%nExit code: 0 no decision is required; 1 decisions or work are required; 2 a blocker was found, wrong usage, or an"
                        + " invalid configuration.",
        exitCodeOnExecutionException = AssessCommand.FAILED)
public final class AssessCommand implements Callable<Integer> {

    /** Exit code of a command without a result. */
    static final int FAILED = 2;

    private static final int LONGEST_PROBE = 600;

    private final PrintStream output;
    private final PrintStream errors;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "The configuration of a migration. May be repeated, for a fleet of servers.")
    private List<Path> configurations = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "NAME",
            description =
                    "Name of the three files without extension (default: assessment-PIPELINE, or assessment-fleet).")
    private @Nullable Path out;

    @Option(
            names = "--probe",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description =
                    "Seconds for which both servers are measured, 0 to 600 (default: ${DEFAULT-VALUE}). 0 turns the probe off; the"
                            + " forecasts then have no basis.")
    private int probeSeconds;

    @Option(
            names = "--effort",
            paramLabel = "MINUTES",
            description =
                    "A file with your estimates: lines RULE = MINUTES, for one item of each rule. Without it, items are only counted.")
    private @Nullable Path effort;

    @Mixin
    private final StatementOptions statements = new StatementOptions();

    /** Creates the command. */
    public AssessCommand(PrintStream output, PrintStream errors) {
        this.output = output;
        this.errors = errors;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (probeSeconds < 0 || probeSeconds > LONGEST_PROBE) {
            throw new ParameterException(spec.commandLine(), "--probe must be 0 to " + LONGEST_PROBE + " seconds");
        }
        EffortMinutes minutes = effort == null ? EffortMinutes.NONE : EffortFile.read(effort, spec);
        ProbeLimits limits = ProbeLimits.of(Duration.ofSeconds(probeSeconds));
        // an invalid file is reported before any server is measured
        List<AssessmentSettings> settings = configurations.stream()
                .map(ConfigurationFile::readForAssessment)
                .toList();
        List<Assessment> assessments = new ArrayList<>();
        List<FailedAssessment> failed = new ArrayList<>();
        for (AssessmentSettings one : settings) {
            try {
                assessments.add(new AssessmentRun(one, statements.inputs(), limits, minutes).run());
            } catch (GaussferryException e) {
                errors.println("gaussferry: " + one.pipeline() + ": " + e.getMessage());
                failed.add(new FailedAssessment(one.pipeline(), e.problem()));
            }
        }
        write(assessments, failed);
        boolean anyFailed = !failed.isEmpty();
        return anyFailed
                ? FAILED
                : assessments.stream().mapToInt(Assessment::exitCode).max().orElse(FAILED);
    }

    private void write(List<Assessment> assessments, List<FailedAssessment> failed) throws IOException {
        Path name = name(assessments);
        Path page = Path.of(name + ".html");
        Path json = Path.of(name + ".json");
        Path csv = Path.of(name + ".csv");
        Files.writeString(page, AssessmentPage.of(assessments, failed), StandardCharsets.UTF_8);
        Files.writeString(json, AssessmentJson.of(assessments, failed), StandardCharsets.UTF_8);
        Files.writeString(csv, AssessmentCsv.of(assessments, failed), StandardCharsets.UTF_8);
        assessments.forEach(assessment -> output.print(AssessmentText.of(assessment)));
        output.println("report " + page + ", " + json + ", " + csv);
        output.flush();
    }

    private Path name(List<Assessment> assessments) {
        Path given = out;
        if (given != null) {
            return Path.of(given.toString().replaceFirst("\\.(json|html|csv)$", ""));
        }
        return Path.of(
                configurations.size() == 1 && !assessments.isEmpty()
                        ? "assessment-" + assessments.get(0).pipeline()
                        : "assessment-fleet");
    }
}
