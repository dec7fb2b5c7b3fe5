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
 * One image on its way here. The engine's client reports from its thread; one other thread awaits. The client's own adapter would not
 * do: waiting for it for a moment ends the pull when that moment has passed.
 */
final class ImagePull implements ResultCallback<PullResponseItem> {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
    private static final double MEGABYTE = 1e6;
    private static final String REMEDY =
            "Let the engine reach its registry (docker pull tells), or load the image by hand.";

    private record Layer(long doneBytes, long totalBytes) {}

    private final String image;
    private final DockerEngine.Bounds bounds;
    private final SandboxListener listener;
    private final Map<String, Layer> layers = new ConcurrentHashMap<>();
    private final AtomicLong words = new AtomicLong();
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

    /** Lets the connection go, and with it the pull. */
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
            error = detail == null ? "the engine gives no reason" : String.valueOf(detail.getMessage());
        }
        ResponseItem.ProgressDetail progress = item.getProgressDetail();
        String layer = item.getId();
        if (layer != null && progress != null && progress.getCurrent() != null && progress.getTotal() != null) {
            // a layer is downloaded, then unpacked, with a count of its own each time
            layers.merge(
                    layer,
                    new Layer(progress.getCurrent(), progress.getTotal()),
                    (before, now) -> now.doneBytes() < before.doneBytes() ? before : now);
        }
        words.incrementAndGet();
    }

    /**
     * Returns when the pull has ended; tells of it while it goes on.
     *
     * @throws SandboxException if it failed, or no word of it came for too long; it is given up then
     */
    public void await() {
        long now = System.nanoTime();
        long lastWord = now;
        long lastLine = now;
        long seen = 0;
        try {
            while (!ended.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
                now = System.nanoTime();
                long heard = words.get();
                if (heard > seen) {
                    if (seen == 0) {
                        listener.status("Pulling " + image + " (only this time)");
                    } else if (now - lastLine >= BETWEEN_LINES.toNanos()) {
                        listener.status(progress());
                        lastLine = now;
                    }
                    seen = heard;
                    lastWord = now;
                }
                Duration bound = seen == 0 ? bounds.answer() : bounds.silence();
                if (now - lastWord > bound.toNanos()) {
                    close();
                    throw failed("the container engine says nothing of it for " + bound.toMillis() / 1000.0
                            + " seconds; it may reach no registry");
                }
            }
        } catch (InterruptedException interrupted) {
            close();
            Thread.currentThread().interrupt();
            throw new SandboxException("The start was interrupted.", "Start again when you like.", interrupted);
        }
        String told = error;
        if (told != null) {
            throw failed(told);
        }
    }

    /** Returns what to throw where the image did not come. */
    public SandboxException failed(String why) {
        return new SandboxException(
                "The image " + image + " is not on this machine, and cannot be pulled: " + why, REMEDY);
    }

    private String progress() {
        long done = layers.values().stream().mapToLong(Layer::doneBytes).sum();
        long total = layers.values().stream().mapToLong(Layer::totalBytes).sum();
        return String.format("  %s  %.0f of %.0f MB so far", image, done / MEGABYTE, total / MEGABYTE);
    }
}
