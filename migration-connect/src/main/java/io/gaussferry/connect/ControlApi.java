package io.gaussferry.connect;

import io.gaussferry.control.Caller;
import io.gaussferry.control.ConflictException;
import io.gaussferry.control.CutoverOperations;
import io.gaussferry.control.DefinitionOperations;
import io.gaussferry.control.FailureOperations;
import io.gaussferry.control.ObjectOperations;
import io.gaussferry.control.ReplicationOperations;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.pipeline.definition.DefinitionDecision.Action;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.Sampler;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;

/**
 * The daemon's API for one pipeline of a worker: the paths, documents and error codes of {@code docs/reference/openapi.yml}, except for what only
 * the daemon's page uses. Thread-safe.
 */
final class ControlApi {

    private static final Logger LOG = LoggerFactory.getLogger(ControlApi.class);

    /** The daemon's default of {@code gaussferry.http.lagging-after}. */
    private static final Duration LAGGING_AFTER = Duration.ofSeconds(60);

    private static final int LISTED = 1_000;
    private static final int LISTED_DEFINITIONS = 50;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Operation> operations = new HashMap<>();

    /** An operation of the API. */
    private interface Operation {
        Object run(Request request) throws SQLException, InterruptedException;
    }

    /**
     * A request with the valid token.
     *
     * @param path its decoded segments, from {@code api}
     * @param query null for none
     * @param body empty for none
     */
    record Request(
            String method, List<String> path, @Nullable String query, String body, Caller caller) {

        private static final int ID = 2;

        /** Returns the method and the path, with {@code {id}} for the id of a failure or a definition. */
        private String route() {
            StringBuilder route = new StringBuilder(method).append(' ');
            boolean hasId =
                    path.size() > ID && List.of("failures", "definitions").contains(path.get(1));
            for (int i = 0; i < path.size(); i++) {
                route.append('/').append(i == ID && hasId ? "{id}" : path.get(i));
            }
            return route.toString();
        }

        private String id() {
            return path.get(ID);
        }

        private boolean has(String parameter) {
            return query != null && List.of(query.split("&")).contains(parameter);
        }

        private <T> @Nullable T optional(Class<T> type) {
            return body.isBlank() ? null : JSON.readValue(body, type);
        }

        private <T> T required(Class<T> type) {
            T document = optional(type);
            if (document == null) {
                throw new IllegalArgumentException("The request has no body.");
            }
            return document;
        }
    }

    /** A response. */
    record Response(int status, String json) {}

    /** The problem with a request. */
    private record Problem(String problem) {}

    ControlApi(DaemonView daemon, Sampler sampler) {
        addReplication(new ReplicationOperations(daemon, sampler, LAGGING_AFTER));
        addCutover(new CutoverOperations(daemon));
        addFailures(new FailureOperations(daemon));
        addDefinitions(new DefinitionOperations(daemon));
        ObjectOperations objects = new ObjectOperations(daemon);
        operations.put("GET /api/objects", request -> objects.list());
        operations.put(
                "POST /api/objects/apply",
                request -> objects.apply(request.caller(), request.optional(ObjectOperations.ApplyDocument.class)));
    }

    private void addReplication(ReplicationOperations replication) {
        operations.put("GET /api/status", request -> replication.status());
        operations.put("GET /api/in-flight", request -> replication.appliers());
        operations.put("GET /api/history", request -> replication.history());
        operations.put("GET /api/tables", request -> replication.tables(LISTED).listed());
        operations.put(
                "POST /api/pause",
                request -> replication.pause(
                        request.caller(), request.optional(ReplicationOperations.ReasonDocument.class)));
        operations.put(
                "POST /api/resume",
                request -> replication.resume(
                        request.caller(), request.optional(ReplicationOperations.ReasonDocument.class)));
        operations.put(
                "POST /api/verify",
                request -> replication.verify(
                        request.caller(), request.optional(ReplicationOperations.VerifyDocument.class)));
        operations.put(
                "POST /api/throttle",
                request -> replication.throttle(
                        request.caller(), request.required(ReplicationOperations.ThrottleDocument.class)));
    }

    private void addCutover(CutoverOperations cutover) {
        operations.put("GET /api/cutover", request -> cutover.status());
        operations.put("GET /api/cutover/rehearse", request -> cutover.rehearsal());
        operations.put(
                "POST /api/cutover/check",
                request -> cutover.check(request.optional(CutoverOperations.CheckDocument.class)));
        operations.put(
                "POST /api/cutover/rehearse",
                request ->
                        cutover.rehearse(request.caller(), request.optional(CutoverOperations.RehearseDocument.class)));
        operations.put(
                "POST /api/cutover/prepare",
                request ->
                        cutover.prepare(request.caller(), request.optional(CutoverOperations.RollbackDocument.class)));
        operations.put(
                "POST /api/cutover/unprepare",
                request -> cutover.unprepare(
                        request.caller(), request.optional(CutoverOperations.RollbackDocument.class)));
        operations.put(
                "POST /api/cutover/start",
                request -> cutover.start(request.caller(), request.required(CutoverOperations.StartDocument.class)));
        operations.put(
                "POST /api/cutover/rollback",
                request ->
                        cutover.rollBack(request.caller(), request.required(CutoverOperations.RollbackDocument.class)));
        operations.put(
                "POST /api/cutover/back",
                request -> cutover.back(request.caller(), request.required(CutoverOperations.BackDocument.class)));
        operations.put(
                "POST /api/cutover/rearm",
                request -> cutover.rearm(request.caller(), request.required(CutoverOperations.RollbackDocument.class)));
        operations.put(
                "POST /api/cutover/finish",
                request -> cutover.finish(request.caller(), request.optional(CutoverOperations.FinishDocument.class)));
    }

    private void addFailures(FailureOperations failures) {
        operations.put("GET /api/failures", request -> failures.list(request.has("values=true")));
        operations.put(
                "GET /api/failures/{id}",
                request -> failures.find(request.id())
                        .<Object>map(found -> found)
                        .orElseGet(() -> problem(404, "No failed change has this id.")));
        operations.put(
                "POST /api/failures/{id}/retry",
                request -> failures.retry(
                        request.caller(), request.id(), request.optional(ReplicationOperations.ReasonDocument.class)));
        operations.put(
                "POST /api/failures/{id}/skip",
                request -> failures.skip(
                        request.caller(), request.id(), request.required(FailureOperations.SkipDocument.class)));
    }

    private void addDefinitions(DefinitionOperations definitions) {
        operations.put("GET /api/definitions", request -> definitions.list(LISTED_DEFINITIONS));
        operations.put("POST /api/definitions/{id}/apply", request -> decide(definitions, request, Action.APPLY));
        operations.put("POST /api/definitions/{id}/skip", request -> decide(definitions, request, Action.SKIP));
        operations.put(
                "POST /api/definitions/{id}/replace",
                request -> definitions.replace(
                        request.caller(),
                        request.id(),
                        request.required(DefinitionOperations.ReplacementDocument.class)));
    }

    private static Object decide(DefinitionOperations definitions, Request request, Action action) {
        return definitions.decide(
                request.caller(), request.id(), action, request.required(DefinitionOperations.DecisionDocument.class));
    }

    /** Performs a request. */
    Response respond(Request request) {
        Operation operation = operations.get(request.route());
        if (operation == null) {
            return problem(404, "Workers do not have this path.");
        }
        try {
            Object result = operation.run(request);
            return result instanceof Response response ? response : new Response(200, JSON.writeValueAsString(result));
        } catch (IllegalArgumentException e) {
            return problem(400, String.valueOf(e.getMessage()));
        } catch (JacksonException e) {
            return problem(400, "The body is not the JSON document of this path.");
        } catch (ConflictException e) {
            return problem(409, String.valueOf(e.getMessage()));
        } catch (GaussferryException e) {
            return problem(e.category() == ErrorCategory.RETRY ? 502 : 409, String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            return problem(502, "Cannot query the target: SQLSTATE " + e.getSQLState());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return problem(503, "The worker is stopping.");
        } catch (RuntimeException e) {
            LOG.error("A defect in Gaussferry: {} failed", request.route(), e);
            return problem(500, "A defect in Gaussferry: " + RowValueMarks.defect(e));
        }
    }

    /** Returns the response to a request that failed. */
    static Response problem(int status, String problem) {
        return new Response(status, JSON.writeValueAsString(new Problem(problem)));
    }
}
