package io.gaussferry.sandbox.process;

/** Hears what takes time while the servers are being started. Called by the thread that starts them; must not block. */
public interface SandboxListener {

    /** A step has begun. One line, for a person, without a line end. */
    void status(String line);

    /**
     * Bytes have arrived. Called often; the last call has {@code doneBytes == totalBytes}.
     *
     * @param what the name of what is being downloaded, for a person
     */
    void download(String what, long doneBytes, long totalBytes);
}
