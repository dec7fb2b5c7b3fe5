package io.gaussferry.sandbox.process;

/** Receives the slow steps of starting the servers. Called by the starting thread; must not block. */
public interface SandboxListener {

    /** Called when a step starts, with one line for display, without a line end. */
    void status(String line);

    /**
     * Called often, when bytes have arrived; the last call has {@code doneBytes == totalBytes}.
     *
     * @param what the name of the download for display
     */
    void download(String what, long doneBytes, long totalBytes);
}
