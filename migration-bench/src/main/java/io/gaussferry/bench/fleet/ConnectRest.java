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

/** One worker's REST interface. Thread-safe. */
public final class ConnectRest {

    /** A new connector is checked first, which takes a while. */
    private static final Duration ANSWER = Duration.ofSeconds(100);

    private static final Duration LOOK = Duration.ofSeconds(5);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final ObjectMapper json = new ObjectMapper();
    private final URI url;

    ConnectRest(URI url) {
        this.url = url;
    }

    /** Returns where it is. */
    public URI url() {
        return url;
    }

    /** Returns whether the worker is in its group and answers. */
    public boolean answers() throws InterruptedException {
        try {
            return send(request("/connectors").timeout(Duration.ofSeconds(3)).GET())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Creates a connector, or gives it another configuration. */
    public void configure(String name, Map<String, String> configuration)
            throws IOException, DaemonException, InterruptedException {
        HttpResponse<String> answer = send(request("/connectors/" + name + "/config")
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(json.writeValueAsString(configuration))));
        if (answer.statusCode() >= 300) {
            throw new DaemonException("Connect refuses the connector: " + answer.body());
        }
    }

    /** Returns a connector's tasks by their number, each as state and worker; empty while Connect knows none. */
    public Map<Integer, String> tasks(String name) throws InterruptedException {
        Map<Integer, String> tasks = new TreeMap<>();
        try {
            HttpResponse<String> answer = send(
                    request("/connectors/" + name + "/status").timeout(LOOK).GET());
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

    /** Returns why a task has failed; empty if it has not. */
    public String trace(String name, int task) throws IOException, InterruptedException {
        return json.readTree(send(request("/connectors/" + name + "/tasks/" + task + "/status")
                                .GET())
                        .body())
                .path("trace")
                .asString("");
    }

    /** Starts a task again that has failed. */
    public void restart(String name, int task) throws IOException, InterruptedException {
        HttpResponse<String> unused = send(
                request("/connectors/" + name + "/tasks/" + task + "/restart").POST(BodyPublishers.noBody()));
    }

    /** Removes a connector; its tasks are stopped. */
    public void delete(String name) throws IOException, InterruptedException {
        HttpResponse<String> unused = send(request("/connectors/" + name).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url.resolve(path)).timeout(ANSWER);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
