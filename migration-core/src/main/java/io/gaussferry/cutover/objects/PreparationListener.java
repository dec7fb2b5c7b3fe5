package io.gaussferry.cutover.objects;

/** Receives the progress of PREPARE. Called on the thread that prepares. */
public interface PreparationListener {

    /**
     * Work starts.
     *
     * @param work a phrase that names the work and the table
     * @param number of the object, from 1
     * @param total number of objects
     * @param estimatedSeconds for which replication is held; 0 if it is not
     */
    void started(String work, int number, int total, double estimatedSeconds);

    /**
     * The preparation has ended.
     *
     * @param result a description; empty if it has failed
     */
    void ended(String result);
}
