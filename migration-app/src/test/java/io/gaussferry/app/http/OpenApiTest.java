package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.control.CutoverDocument;
import io.gaussferry.control.CutoverOperations;
import io.gaussferry.control.DefinitionDocument;
import io.gaussferry.control.DefinitionOperations;
import io.gaussferry.control.FailureDocument;
import io.gaussferry.control.FailureOperations;
import io.gaussferry.control.ObjectOperations;
import io.gaussferry.control.ObjectsDocument;
import io.gaussferry.control.ReplicationOperations;
import io.gaussferry.control.StatusDocument;
import io.gaussferry.control.TableDocument;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.CutoverFinding;
import io.gaussferry.cutover.check.Forecast;
import io.gaussferry.cutover.objects.AppliedObject;
import io.gaussferry.cutover.objects.ManualWork;
import io.gaussferry.cutover.objects.ObjectAction;
import io.gaussferry.cutover.objects.ObjectPlan;
import io.gaussferry.cutover.objects.TargetOnlyValues;
import io.gaussferry.cutover.record.CutoverStatus;
import io.gaussferry.cutover.record.Downtime;
import io.gaussferry.cutover.record.PreparationStatus;
import io.gaussferry.cutover.rehearse.RehearsalReport;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.RecentErrors;
import io.gaussferry.status.Sampler;
import io.gaussferry.target.cluster.ClusterView;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.yaml.snakeyaml.Yaml;

/** {@code docs/reference/openapi.yml} documents exactly the paths and fields of the API. */
class OpenApiTest {

    private static Map<String, Object> document = Map.of();

    @BeforeAll
    static void read() throws IOException {
        try (Reader reader =
                Files.newBufferedReader(Path.of("..", "docs", "reference", "openapi.yml"), StandardCharsets.UTF_8)) {
            document = new Yaml().load(reader);
        }
    }

    @Test
    void documentsEveryPath() {
        Set<String> documented = new TreeSet<>();
        part(document, "paths")
                .forEach((path, methods) ->
                        ((Map<?, ?>) methods).keySet().forEach(method -> documented.add(method + " " + path)));
        Set<String> served = Stream.of(
                        ApiController.class,
                        FailureController.class,
                        CutoverController.class,
                        DefinitionController.class,
                        ObjectController.class,
                        EventStream.class)
                .flatMap(controller -> Arrays.stream(controller.getDeclaredMethods()))
                .flatMap(OpenApiTest::paths)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).isEqualTo(served);
    }

    private static Stream<String> paths(Method method) {
        GetMapping get = method.getAnnotation(GetMapping.class);
        PostMapping post = method.getAnnotation(PostMapping.class);
        if (get != null) {
            return Arrays.stream(get.value()).map(path -> "get " + path);
        }
        return post == null ? Stream.of() : Arrays.stream(post.value()).map(path -> "post " + path);
    }

    @Test
    void documentsEveryField() {
        Map<String, Class<?>> records = Map.ofEntries(
                Map.entry("Problem", ErrorResponses.ProblemDocument.class),
                Map.entry("Reason", ReplicationOperations.ReasonDocument.class),
                Map.entry("Throttle", ReplicationOperations.ThrottleDocument.class),
                Map.entry("Verify", ReplicationOperations.VerifyDocument.class),
                Map.entry("ApplierStatus", StatusDocument.ApplierDocument.class),
                Map.entry("Copy", StatusDocument.Copy.class),
                Map.entry("Verification", StatusDocument.Verification.class),
                Map.entry("Entry", RecentErrors.Entry.class),
                Map.entry("Target", ClusterView.class),
                Map.entry("TargetHost", ClusterView.Host.class),
                Map.entry("Table", TableDocument.class),
                Map.entry("Sample", Sampler.Sample.class),
                Map.entry("Waiting", PipelineStatus.Waiting.class),
                Map.entry("Stall", PipelineStatus.Stall.class),
                Map.entry("HeldDefinition", PipelineStatus.HeldDefinition.class),
                Map.entry("Definition", DefinitionDocument.class),
                Map.entry("Decision", DefinitionOperations.DecisionDocument.class),
                Map.entry("Replacement", DefinitionOperations.ReplacementDocument.class),
                Map.entry("Decided", DefinitionOperations.DecidedDocument.class),
                Map.entry("Objects", ObjectsDocument.class),
                Map.entry("ObjectGroup", ObjectsDocument.Group.class),
                Map.entry("ObjectsApply", ObjectOperations.ApplyDocument.class),
                Map.entry("ObjectsApplied", ObjectOperations.AppliedDocument.class),
                Map.entry("AppliedObject", AppliedObject.class),
                Map.entry("ObjectItem", ObjectsDocument.Item.class),
                Map.entry("Failure", FailureDocument.class),
                Map.entry("Skip", FailureOperations.SkipDocument.class),
                Map.entry("Skipped", FailureOperations.SkippedDocument.class),
                Map.entry("Retried", FailureOperations.RetriedDocument.class),
                Map.entry("CutoverMode", CutoverOperations.CheckDocument.class),
                Map.entry("CutoverStart", CutoverOperations.StartDocument.class),
                Map.entry("CutoverRollback", CutoverOperations.RollbackDocument.class),
                Map.entry("CutoverReturn", CutoverOperations.BackDocument.class),
                Map.entry("CutoverFinish", CutoverOperations.FinishDocument.class),
                Map.entry("Cutover", CutoverDocument.class),
                Map.entry("ReverseReplication", ReverseStatus.class),
                Map.entry("CutoverSummary", StatusDocument.Cutover.class),
                Map.entry("ChangedTargetTable", CutoverDocument.TargetTable.class),
                Map.entry("CutoverPreparation", PreparationStatus.class),
                Map.entry("DowntimePart", Downtime.Part.class),
                Map.entry("CutoverStepRecord", CutoverStatus.Step.class),
                Map.entry("CutoverObject", CutoverStatus.CreatedObject.class),
                Map.entry("CutoverCheck", CutoverCheck.class),
                Map.entry("CutoverFinding", CutoverFinding.class),
                Map.entry("CutoverPlan", ObjectPlan.class),
                Map.entry("CutoverAction", ObjectAction.class),
                Map.entry("CutoverWork", ManualWork.class),
                Map.entry("CutoverTargetOnlyValues", TargetOnlyValues.class),
                Map.entry("CutoverRehearse", CutoverOperations.RehearseDocument.class),
                Map.entry("Rehearsal", RehearsalReport.class),
                Map.entry("RehearsedStep", RehearsalReport.Step.class),
                Map.entry("CutoverForecast", Forecast.class),
                Map.entry("CutoverPart", Forecast.Part.class),
                Map.entry("Value", FailureStore.Value.class));
        Map<String, Object> schemas = part(part(document, "components"), "schemas");
        assertThat(schemas.keySet())
                .containsAll(records.keySet())
                .hasSize(records.size() + 1)
                .contains("Status");
        records.forEach((name, type) -> assertThat(
                        part(part(schemas, name), "properties").keySet())
                .as(name)
                .isEqualTo(fields(type).collect(Collectors.toSet())));
    }

    @Test
    void documentsEveryFieldOfStatus(@TempDir Path directory) throws IOException {
        Path configuration = Files.writeString(directory.resolve("gaussferry.yml"), """
                gaussferry:
                  source: {url: "jdbc:mysql://127.0.0.1/", user: u}
                  target: {url: "jdbc:opengauss://127.0.0.1/t", user: u}
                """);
        DaemonView daemon = IdleDaemonView.of(ConfigurationFile.read(configuration), new RecentErrors());
        ReplicationOperations operations =
                new ReplicationOperations(daemon, new Sampler(daemon), Duration.ofSeconds(60));
        Map<String, Object> schemas = part(part(document, "components"), "schemas");
        assertThat(part(part(schemas, "Status"), "properties").keySet())
                .isEqualTo(operations.status().keySet());
    }

    private static Stream<String> fields(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(Map<String, Object> whole, String key) {
        return (Map<String, Object>) whole.getOrDefault(key, Map.of());
    }
}
