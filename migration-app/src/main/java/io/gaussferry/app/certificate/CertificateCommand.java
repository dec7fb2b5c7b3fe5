package io.gaussferry.app.certificate;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.cutover.record.Evidence;
import io.gaussferry.cutover.record.MigrationRecord;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.model.TablePattern;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.verify.ChunkReader;
import io.gaussferry.verify.RowSelection;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.VerifySettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** {@code certificate}: writes a signed document about a migration. {@code certificate check} checks one. */
@Command(
        name = "certificate",
        exitCodeOnExecutionException = 2,
        subcommands = CertificateCommand.Check.class,
        description = {
            "Writes a signed document about a migration: FILE.json, and FILE.html for printing. After the switch it contains the"
                    + " comparison that the cutover made while neither side accepted writes. Before the switch it compares all"
                    + " tables now, while changes are replicated.",
            "The signing key (Ed25519), gaussferry.certificate.key-file, is created if it does not exist."
        },
        footer = "%nExit code: 0 success; 1 rows differ, or a signature or a digest does not match; 2 failure.")
public final class CertificateCommand implements Callable<Integer> {

    private static final int CONNECTIONS = 2;
    private static final long ROWS_PER_RANGE = 50_000;
    private static final int DIFFERENCES_NAMED = 20;

    private final PrintStream output;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "The daemon's configuration.")
    private @Nullable Path configuration;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Name of the two files without extension (default: certificate-PIPELINE).")
    private @Nullable Path out;

    @Option(
            names = "--assessment",
            paramLabel = "FILE",
            description =
                    "The JSON file of an assessment of this migration: its forecasts are printed next to the outcomes.")
    private @Nullable Path assessment;

    /** Creates the command. */
    public CertificateCommand(PrintStream output) {
        this.output = output;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        Path given = configuration;
        if (given == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--config=FILE'");
        }
        PipelineSettings settings = ConfigurationFile.read(given);
        SigningKey key = SigningKey.of(ConfigurationFile.readCertificate(given).keyFile());
        MigrationRecord record = MigrationRecord.read(settings);
        boolean switched = record.state().isSwitched();
        int[] different = {0};
        CertificateDocument.Comparison compared = switched ? null : compare(settings, different);
        ObjectNode certificate = CertificateDocument.of(settings.name(), record, compared, program(), Instant.now());
        if (assessment != null) {
            AssessedForecasts.add(certificate, assessment);
        }
        SignedDocument document = SignedDocument.sign(certificate, key);
        String name =
                out == null ? "certificate-" + settings.name() : out.toString().replaceFirst("\\.(json|html)$", "");
        Path json = Path.of(name + ".json");
        Path page = Path.of(name + ".html");
        Files.writeString(json, document.json(), StandardCharsets.UTF_8);
        Files.writeString(page, CertificatePage.of(document), StandardCharsets.UTF_8);
        output.println("certificate " + json + ", page " + page + ", signed by key " + document.fingerprint());
        return different[0] == 0 ? 0 : 1;
    }

    private static String program() {
        String version = CertificateCommand.class.getPackage().getImplementationVersion();
        return "Gaussferry " + (version == null ? "(unknown version)" : version);
    }

    private CertificateDocument.Comparison compare(PipelineSettings settings, int[] different)
            throws InterruptedException {
        List<Evidence.Chunk> chunks = Collections.synchronizedList(new ArrayList<>());
        VerificationReport report = new Verification(
                        verifySettings(settings),
                        RowSelection.ALL,
                        rows -> {},
                        (table, range, chunk) -> chunks.add(new Evidence.Chunk(table, range, chunk)))
                .run();
        different[0] = (int) Math.min(Integer.MAX_VALUE, report.differenceCount() + report.structureDifferenceCount());
        Map<String, List<String>> facts = new LinkedHashMap<>();
        facts.put(
                "table",
                report.tables().stream().map(CertificateCommand::describe).toList());
        facts.put("structure", report.structure().facts());
        facts.put(
                "ledger",
                List.of(
                        "transactions since the copy, by GTID set: "
                                + report.order().sinceCopy(),
                        "transactions since the copy, by commit counters: "
                                + report.order().counted(),
                        "outstanding: " + report.order().outstanding()));
        return new CertificateDocument.Comparison(
                List.copyOf(chunks),
                facts,
                "the sides were compared while changes were replicated: each range was read at its own time, so digests of a range that"
                        + " changed meanwhile may differ; rows that differed were compared again until they were equal or proven different");
    }

    private static String describe(TableOutcome table) {
        return table.table() + ": " + table.rows() + " rows, " + table.differences() + " differ"
                + (table.undecided().isEmpty() ? "" : "; undecided: " + table.undecided());
    }

    private static VerifySettings verifySettings(PipelineSettings settings) {
        return new VerifySettings(
                settings.name(),
                settings.source(),
                settings.target(),
                settings.rules(),
                List.<TablePattern>of(),
                false,
                false,
                CONNECTIONS,
                100,
                ROWS_PER_RANGE,
                DIFFERENCES_NAMED);
    }

    /** Checks the signature and, with a configuration, recomputes some digests from the servers. */
    @Command(
            name = "check",
            exitCodeOnExecutionException = 2,
            description = "Checks the signature of a certificate. With --config, also recomputes some of its digests.")
    static final class Check implements Callable<Integer> {

        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private CertificateCommand parent;

        @Parameters(index = "0", paramLabel = "FILE", description = "The .json file.")
        @SuppressWarnings("NullAway.Init")
        private Path file;

        @Option(
                names = "--config",
                paramLabel = "CONFIG",
                description = "The configuration, to connect to the servers.")
        private @Nullable Path configuration;

        @Option(
                names = "--samples",
                defaultValue = "10",
                paramLabel = "N",
                description = "Number of ranges to read again (default: ${DEFAULT-VALUE}).")
        private int samples;

        @Option(
                names = "--fingerprint",
                paramLabel = "SHA256:…",
                description = "The expected key; without it, compare the printed key yourself.")
        private @Nullable String fingerprint;

        @Override
        public Integer call() throws SQLException {
            SignedDocument document = SignedDocument.read(file);
            if (!document.isIntact()) {
                parent.output.println("signature: INVALID; the certificate was changed");
                return 1;
            }
            parent.output.println("signature: valid, key " + document.fingerprint());
            if (fingerprint != null && !fingerprint.equals(document.fingerprint())) {
                parent.output.println("key: NOT the expected key " + fingerprint);
                return 1;
            }
            return configuration == null ? 0 : sample(document, configuration);
        }

        private int sample(SignedDocument document, Path from) throws SQLException {
            PipelineSettings settings = ConfigurationFile.read(from);
            List<Evidence.Chunk> chunks = new ArrayList<>(CertificateDocument.chunks(document.certificate()));
            boolean isFinal = CertificateDocument.isSourceFinal(document.certificate());
            long seed = System.nanoTime();
            SplittableRandom random = new SplittableRandom(seed);
            int bad = 0;
            try (ChunkReader reader = new ChunkReader(verifySettings(settings))) {
                for (int i = 0; i < samples && !chunks.isEmpty(); i++) {
                    Evidence.Chunk chunk = chunks.remove(random.nextInt(chunks.size()));
                    bad += isUnchanged(reader, chunk, isFinal) ? 0 : 1;
                }
            }
            return bad == 0 ? 0 : 1;
        }

        /**
         * Reads a range again and returns whether it is as recorded. The target has other writers since {@link CutoverStep#SWITCH}, so its
         * differences are accepted. The source is fenced and must be unchanged, unless changes are replicated to it.
         *
         * @param isFinal whether nothing may have changed the source
         */
        private boolean isUnchanged(ChunkReader reader, Evidence.Chunk chunk, boolean isFinal) {
            Optional<ChunkReader.Read> read = reader.read(chunk.table(), chunk.range());
            String where = chunk.table() + " " + chunk.range() + ": ";
            if (read.isEmpty()) {
                parent.output.println(where + "the table no longer exists on one side");
                return false;
            }
            ChunkReader.Read now = read.get();
            boolean source = now.sourceRows() == chunk.chunk().rows()
                    && now.sourceDigest() == chunk.chunk().sourceDigest();
            boolean target = now.targetDigest() == chunk.chunk().targetDigest();
            parent.output.println(where + "source "
                    + (source
                            ? "unchanged"
                            : isFinal ? "CHANGED" : "changed since, as expected while changes are replicated")
                    + ", target "
                    + (target ? "unchanged" : "changed since, as expected after a switch"));
            return source || !isFinal;
        }
    }
}
