package io.gaussferry.app.fleet;

import io.gaussferry.configuration.DurationFormat;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A client of Kafka Connect's REST interface. Any worker of a fleet responds for all. Confined to one thread. */
final class ConnectClient {

    private static final String CONNECTOR_CLASS = "io.gaussferry.connect.GaussferryConnector";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    private static final int NOT_FOUND = 404;

    /** Workers commit offsets every minute by default, and clocks may differ. */
    private static final Duration SHORTEST_SILENCE = Duration.ofMinutes(3);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
    private final ObjectMapper json = new ObjectMapper();
    private final URI url;

    ConnectClient(URI url) {
        this.url = url;
    }

    /**
     * Returns the migrations of all Gaussferry connectors.
     *
     * @throws GaussferryException if the fleet does not respond
     */
    List<FleetMigration> migrations() {
        List<FleetMigration> migrations = new ArrayList<>();
        JsonNode connectors = get("/connectors?expand=status&expand=info");
        for (String name : connectors.propertyNames()) {
            JsonNode connector = connectors.path(name);
            JsonNode configuration = connector.path("info").path("config");
            if (configuration.path("connector.class").asString("").equals(CONNECTOR_CLASS)) {
                add(migrations, name, connector.path("status"), configuration);
            }
        }
        return migrations;
    }

    private void add(List<FleetMigration> migrations, String name, JsonNode status, JsonNode configuration) {
        Map<String, JsonNode> statuses = offsets(name);
        Map<Integer, String> sources = sourcesOfTasks(name);
        Duration longestSilence = longestSilence(configuration);
        String connectorState = status.path("connector").path("state").asString("UNKNOWN");
        for (JsonNode task : status.path("tasks")) {
            int number = task.path("id").asInt();
            String source = sources.getOrDefault(number, name);
            JsonNode known = statuses.getOrDefault(source, json.createObjectNode());
            String taskState = task.path("state").asString("UNKNOWN");
            boolean isRunning = taskState.equals("RUNNING");
            migrations.add(new FleetMigration(
                    url,
                    name,
                    source,
                    number,
                    isRunning ? reportedState(known, taskState, longestSilence) : taskState,
                    task.path("worker_id").asString(""),
                    known,
                    task.path("trace").asString("")));
        }
        if (status.path("tasks").isEmpty()) {
            migrations.add(new FleetMigration(
                    url,
                    name,
                    name,
                    -1,
                    connectorState,
                    "",
                    json.createObjectNode(),
                    status.path("connector").path("trace").asString("")));
        }
        for (String source :
                configuration.path("gaussferry.fleet.sources").asString("").split(",")) {
            if (!source.isBlank() && !sources.containsValue(source.strip())) {
                migrations.add(
                        new FleetMigration(url, name, source.strip(), -1, "QUEUED", "", json.createObjectNode(), ""));
            }
        }
    }

    /**
     * Returns the state that the pipeline reported. Connect may report a task as running that was never started or that hangs; such a task
     * sends no new status and is SILENT.
     */
    private static String reportedState(JsonNode status, String taskState, Duration longestSilence) {
        String at = status.path("at").asString("");
        if (!at.isEmpty() && Instant.parse(at).plus(longestSilence).isBefore(Instant.now())) {
            return FleetMigration.SILENT;
        }
        return status.path("state").asString(taskState);
    }

    private static Duration longestSilence(JsonNode configuration) {
        String interval = configuration.path("gaussferry.fleet.status-interval").asString("5s");
        Duration several = DurationFormat.parse(interval).multipliedBy(3);
        return several.compareTo(SHORTEST_SILENCE) > 0 ? several : SHORTEST_SILENCE;
    }

    private Map<Integer, String> sourcesOfTasks(String connector) {
        Map<Integer, String> sources = new HashMap<>();
        for (JsonNode task : get("/connectors/" + encoded(connector) + "/tasks")) {
            String source =
                    task.path("config").path("gaussferry.fleet.task-source").asString("");
            sources.put(task.path("id").path("task").asInt(), source);
        }
        return sources;
    }

    /** Returns the last status of each pipeline, which Connect stores as the offset of its source. */
    private Map<String, JsonNode> offsets(String connector) {
        Map<String, JsonNode> offsets = new HashMap<>();
        for (JsonNode entry :
                get("/connectors/" + encoded(connector) + "/offsets").path("offsets")) {
            offsets.put(entry.path("partition").path("source").asString(""), entry.path("offset"));
        }
        return offsets;
    }

    /**
     * Pauses or resumes a connector, or restarts its failed parts.
     *
     * @param action {@code pause}, {@code resume} or {@code restart}
     * @return whether the fleet has such a connector
     */
    boolean control(String connector, String action) {
        String path = "/connectors/" + encoded(connector) + "/" + action;
        HttpRequest.Builder request =
                request(action.equals("restart") ? path + "?includeTasks=true&onlyFailed=true" : path);
        HttpResponse<String> answer = send(
                action.equals("restart")
                        ? request.POST(BodyPublishers.noBody())
                        : request.PUT(BodyPublishers.noBody()));
        if (answer.statusCode() == NOT_FOUND) {
            return false;
        }
        requireSuccess(answer);
        return true;
    }

    private JsonNode get(String path) {
        HttpResponse<String> answer = send(request(path).GET());
        requireSuccess(answer);
        try {
            return json.readTree(answer.body());
        } catch (JacksonException e) {
            throw failure(url + " does not respond like Kafka Connect.", e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url.resolve(path)).timeout(RESPONSE_TIMEOUT);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            String why = e instanceof ConnectException && e.getMessage() == null ? "no connection" : e.toString();
            throw failure("The fleet at " + url + " does not respond: " + why + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("Interrupted while waiting for the fleet at " + url + ".", e);
        }
    }

    private void requireSuccess(HttpResponse<String> answer) {
        if (answer.statusCode() >= 300) {
            throw failure(
                    "The fleet at " + url + " responds with HTTP status " + answer.statusCode() + ": "
                            + answer.body().lines().findFirst().orElse(""),
                    null);
        }
    }

    private static GaussferryException failure(String problem, @Nullable Exception cause) {
        return new GaussferryException(
                ErrorCode.FLEET_UNREACHABLE,
                problem,
                "give the URL of a worker's REST interface, such as http://127.0.0.1:8083; if the fleet is rebalancing, retry"
                        + " later",
                cause);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
