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

/** A server that answers what Connect's REST interface does. Thread-safe. */
final class FakeConnect implements AutoCloseable {

    private static final int NOT_FOUND = 404;

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    FakeConnect() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the answers by their requests, such as {@code GET /connectors}; what has none is not found. */
    Map<String, String> answers() {
        return answers;
    }

    /** Returns what was asked, in its order. */
    List<String> asked() {
        return asked;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        asked.add(request);
        String answer = answers.get(request);
        byte[] body = (answer == null ? "{\"message\":\"nothing here\"}" : answer).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer == null ? NOT_FOUND : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** A template of three with two tasks, of which the pipelines have said what is given; beside it a connector of others. */
    void hasFleetOf(String firstTask, String secondTask, String offsets) {
        answers.put("GET /connectors?expand=status&expand=info", """
                {"shops": {"status": {"connector": {"state": "RUNNING"}, "tasks": [%s, %s]},
                           "info": {"config": {"connector.class": "io.gaussferry.connect.GaussferryConnector",
                                               "gaussferry.target.password": "s3cret",
                                               "gaussferry.fleet.sources": "eu, us,asia"}}},
                 "others": {"status": {"tasks": [{"id": 0, "state": "FAILED"}]},
                            "info": {"config": {"connector.class": "org.example.Other"}}}}
                """.formatted(firstTask, secondTask));
        answers.put("GET /connectors/shops/tasks", """
                [{"id": {"task": 0}, "config": {"gaussferry.fleet.task-source": "eu", "gaussferry.target.password": "s3cret"}},
                 {"id": {"task": 1}, "config": {"gaussferry.fleet.task-source": "us", "gaussferry.target.password": "s3cret"}}]
                """);
        answers.put("GET /connectors/shops/offsets", "{\"offsets\": [" + offsets + "]}");
    }

    static String task(int id, String state) {
        return "{\"id\": " + id + ", \"state\": \"" + state + "\", \"worker_id\": \"w" + id + ":8083\"}";
    }

    static String said(String source, String state, String more) {
        return "{\"partition\": {\"source\": \"" + source + "\"}, \"offset\": {\"state\": \"" + state
                + "\", \"lag_seconds\": 0.2, \"behind_transactions\": 3, \"transactions_per_second\": 12,"
                + " \"rows_per_second\": 34" + more + "}}";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
