package io.gaussferry.sandbox.server;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.ResponseItem;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The pull of one image. The engine's client reports from its thread; one other thread waits. The client's own adapter is not
 * usable: a timed wait for it ends the pull when the time expires.
 */
final class ImagePull implements ResultCallback<PullResponseItem> {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(5);
    private static final double MEGABYTE = 1e6;
    private static final String REMEDY =
            "Check that the engine reaches its registry (docker pull IMAGE), or load the image with docker load.";

    private record Layer(long doneBytes, long totalBytes) {}

    private final String image;
    private final DockerEngine.Bounds bounds;
    private final SandboxListener listener;
    private final Map<String, Layer> layers = new ConcurrentHashMap<>();
    private final AtomicLong messages = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Closeable connection;
    private volatile @Nullable String error;

    public ImagePull(String image, DockerEngine.Bounds bounds, SandboxListener listener) {
        this.image = image;
        this.bounds = bounds;
        this.listener = listener;
    }

    @Override
    public void onStart(Closeable stream) {
        connection = stream;
    }

    @Override
    public void onError(Throwable failure) {
        if (error == null) {
            error = String.valueOf(failure.getMessage()).strip();
        }
        ended.countDown();
    }

    @Override
    public void onComplete() {
        ended.countDown();
    }

    /** Closes the connection, which cancels the pull. */
    @Override
    public void close() {
        ended.countDown();
        Closeable open = connection;
        if (open == null) {
            return;
        }
        try {
            open.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void onNext(PullResponseItem item) {
        if (item.isErrorIndicated()) {
            ResponseItem.ErrorDetail detail = item.getErrorDetail();
            error = detail == null ? "the engine reports no reason" : String.valueOf(detail.getMessage());
        }
        ResponseItem.ProgressDetail progress = item.getProgressDetail();
        String layer = item.getId();
        if (layer != null && progress != null && progress.getCurrent() != null && progress.getTotal() != null) {
            // a layer is downloaded, then unpacked, with a separate count each time
            layers.merge(
                    layer,
                    new Layer(progress.getCurrent(), progress.getTotal()),
                    (before, now) -> now.doneBytes() < before.doneBytes() ? before : now);
        }
        messages.incrementAndGet();
    }

    /**
     * Returns when the pull has ended; reports its progress meanwhile.
     *
     * @throws SandboxException if it failed, or no message arrived in time; the pull is cancelled then
     */
    public void await() {
        long now = System.nanoTime();
        long lastWord = now;
        long lastLine = now;
        long seen = 0;
        try {
            while (!ended.await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                now = System.nanoTime();
                long heard = messages.get();
                if (heard > seen) {
                    if (seen == 0) {
                        listener.status("Pulling " + image + " (once)");
                    } else if (now - lastLine >= REPORT_INTERVAL.toNanos()) {
                        listener.status(progress());
                        lastLine = now;
                    }
                    seen = heard;
                    lastWord = now;
                }
                Duration bound = seen == 0 ? bounds.answer() : bounds.silence();
                if (now - lastWord > bound.toNanos()) {
                    close();
                    throw failed("the container engine reported nothing for " + bound.toMillis() / 1000.0
                            + " seconds; it may not reach the registry");
                }
            }
        } catch (InterruptedException interrupted) {
            close();
            Thread.currentThread().interrupt();
            throw new SandboxException("The start was interrupted.", "Start it again.", interrupted);
        }
        String told = error;
        if (told != null) {
            throw failed(told);
        }
    }

    /** Returns the exception for an image that could not be pulled. */
    public SandboxException failed(String why) {
        return new SandboxException(
                "The image " + image + " is not on this machine and cannot be pulled: " + why, REMEDY);
    }

    private String progress() {
        long done = layers.values().stream().mapToLong(Layer::doneBytes).sum();
        long total = layers.values().stream().mapToLong(Layer::totalBytes).sum();
        return String.format("  %s  %.0f of %.0f MB so far", image, done / MEGABYTE, total / MEGABYTE);
    }
}
