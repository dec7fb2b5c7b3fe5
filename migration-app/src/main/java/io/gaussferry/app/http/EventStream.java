package io.gaussferry.app.http;

import io.gaussferry.status.Sampler;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Sends the status to open pages once a second. Samples it once a second even if no page is open. */
@RestController
class EventStream implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    /** Each reader takes a connection and one document per second. */
    private static final int MAXIMUM_READERS = 32;

    private final ApiController api;
    private final Sampler sampler;
    private final Set<SseEmitter> readers = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "http-events");
        thread.setDaemon(true);
        return thread;
    });

    EventStream(ApiController api, Sampler sampler) {
        this.api = api;
        this.sampler = sampler;
        clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    @GetMapping("/api/events")
    SseEmitter events() {
        if (readers.size() >= MAXIMUM_READERS) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "too many pages are open");
        }
        SseEmitter reader = new SseEmitter(0L);
        reader.onCompletion(() -> readers.remove(reader));
        reader.onError(failure -> readers.remove(reader));
        readers.add(reader);
        return reader;
    }

    private void tick() {
        try {
            sampler.sample();
            if (readers.isEmpty()) {
                return;
            }
            Map<String, @Nullable Object> status = api.status();
            for (SseEmitter reader : readers) {
                send(reader, status);
            }
        } catch (RuntimeException e) {
            // an exception would cancel the timer
            LOG.warn("Could not send the status to the page: {}", e.toString());
        }
    }

    private void send(SseEmitter reader, Map<String, @Nullable Object> status) {
        try {
            reader.send(SseEmitter.event().name("status").data(status));
        } catch (IOException | IllegalStateException e) {
            LOG.debug("A page was closed: {}", e.getMessage());
            readers.remove(reader);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        readers.forEach(SseEmitter::complete);
    }
}
