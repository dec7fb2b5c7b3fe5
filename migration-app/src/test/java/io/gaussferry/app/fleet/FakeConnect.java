package io.gaussferry.app.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A fake of Kafka Connect's REST interface. Thread-safe. */
final class FakeConnect implements AutoCloseable {

    private static final int NOT_FOUND = 404;

    private final Map<String, String> responses = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    FakeConnect() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the responses by request, such as {@code GET /connectors}; other requests get 404. */
    Map<String, String> responses() {
        return responses;
    }

    /** Returns all requests in order. */
    List<String> requests() {
        return requests;
    }

    private void respond(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        requests.add(request);
        String response = responses.get(request);
        byte[] body = (response == null ? "{\"message\":\"nothing here\"}" : response).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(response == null ? NOT_FOUND : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Serves a template of three sources with two tasks, the given pipeline statuses, and a connector of another product. */
    void hasFleetOf(String firstTask, String secondTask, String offsets) {
        responses.put("GET /connectors?expand=status&expand=info", """
                {"shops": {"status": {"connector": {"state": "RUNNING"}, "tasks": [%s, %s]},
                           "info": {"config": {"connector.class": "io.gaussferry.connect.GaussferryConnector",
                                               "gaussferry.target.password": "s3cret",
                                               "gaussferry.fleet.sources": "eu, us,asia"}}},
                 "others": {"status": {"tasks": [{"id": 0, "state": "FAILED"}]},
                            "info": {"config": {"connector.class": "org.example.Other"}}}}
                """.formatted(firstTask, secondTask));
        responses.put("GET /connectors/shops/tasks", """
                [{"id": {"task": 0}, "config": {"gaussferry.fleet.task-source": "eu", "gaussferry.target.password": "s3cret"}},
                 {"id": {"task": 1}, "config": {"gaussferry.fleet.task-source": "us", "gaussferry.target.password": "s3cret"}}]
                """);
        responses.put("GET /connectors/shops/offsets", "{\"offsets\": [" + offsets + "]}");
    }

    static String task(int id, String state) {
        return "{\"id\": " + id + ", \"state\": \"" + state + "\", \"worker_id\": \"w" + id + ":8083\"}";
    }

    static String reported(String source, String state, String more) {
        return "{\"partition\": {\"source\": \"" + source + "\"}, \"offset\": {\"state\": \"" + state
                + "\", \"lag_seconds\": 0.2, \"behind_transactions\": 3, \"transactions_per_second\": 12,"
                + " \"rows_per_second\": 34" + more + "}}";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
