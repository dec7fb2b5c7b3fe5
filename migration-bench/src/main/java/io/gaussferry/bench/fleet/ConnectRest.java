package io.gaussferry.bench.fleet;

import io.gaussferry.bench.daemon.DaemonException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The REST interface of one worker. Thread-safe. */
public final class ConnectRest {

    /** Connect validates a new connector first, which takes a while. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(100);

    private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final ObjectMapper json = new ObjectMapper();
    private final URI url;

    ConnectRest(URI url) {
        this.url = url;
    }

    /** Returns the interface's address. */
    public URI url() {
        return url;
    }

    /** Returns whether the worker is a member of its group and answers. */
    public boolean answers() throws InterruptedException {
        try {
            return send(request("/connectors").timeout(Duration.ofSeconds(3)).GET())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Creates a connector or replaces its configuration. */
    public void configure(String name, Map<String, String> configuration)
            throws IOException, DaemonException, InterruptedException {
        HttpResponse<String> answer = send(request("/connectors/" + name + "/config")
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(json.writeValueAsString(configuration))));
        if (answer.statusCode() >= 300) {
            throw new DaemonException("Connect refused the connector: " + answer.body());
        }
    }

    /** Returns a connector's tasks by number, each as state and worker; empty while Connect knows no tasks. */
    public Map<Integer, String> tasks(String name) throws InterruptedException {
        Map<Integer, String> tasks = new TreeMap<>();
        try {
            HttpResponse<String> answer = send(request("/connectors/" + name + "/status")
                    .timeout(STATUS_TIMEOUT)
                    .GET());
            for (JsonNode task : json.readTree(answer.body()).path("tasks")) {
                tasks.put(
                        task.path("id").asInt(),
                        task.path("state").asString() + " "
                                + task.path("worker_id").asString());
            }
        } catch (IOException e) {
            return Map.of();
        }
        return tasks;
    }

    /** Returns the stack trace of a failed task; empty if it has not failed. */
    public String trace(String name, int task) throws IOException, InterruptedException {
        return json.readTree(send(request("/connectors/" + name + "/tasks/" + task + "/status")
                                .GET())
                        .body())
                .path("trace")
                .asString("");
    }

    /** Restarts a failed task. */
    public void restart(String name, int task) throws IOException, InterruptedException {
        HttpResponse<String> unused = send(
                request("/connectors/" + name + "/tasks/" + task + "/restart").POST(BodyPublishers.noBody()));
    }

    /** Pauses a connector's tasks; they keep their positions. */
    public void pause(String name) throws IOException, InterruptedException {
        HttpResponse<String> unused =
                send(request("/connectors/" + name + "/pause").PUT(BodyPublishers.noBody()));
    }

    /** Resumes a connector's tasks. */
    public void resume(String name) throws IOException, InterruptedException {
        HttpResponse<String> unused =
                send(request("/connectors/" + name + "/resume").PUT(BodyPublishers.noBody()));
    }

    /** Removes a connector and stops its tasks. */
    public void delete(String name) throws IOException, InterruptedException {
        HttpResponse<String> unused = send(request("/connectors/" + name).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url.resolve(path)).timeout(ANSWER_TIMEOUT);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
