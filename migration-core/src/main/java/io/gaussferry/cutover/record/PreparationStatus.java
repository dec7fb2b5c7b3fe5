package io.gaussferry.cutover.record;

/**
 * The progress of a preparation, by this process: of the step PREPARE, or of {@code cutover prepare} and {@code unprepare}.
 *
 * @param state of the preparation
 * @param work a phrase that names the current work and its table; empty if none is done
 * @param number of the current object, from 1
 * @param total number of objects
 * @param estimatedSeconds for which replication is held by the current work; 0 if it is not held
 * @param lagSeconds the current lag of replication
 * @param result a description of the result; empty before the end
 * @param problem why the preparation failed or waits; empty if it does not
 */
public record PreparationStatus(
        State state,
        String work,
        int number,
        int total,
        double estimatedSeconds,
        double lagSeconds,
        String result,
        String problem) {

    /** The state of a preparation. */
    public enum State {
        /** This process has prepared nothing. */
        NONE,
        PREPARING,
        PREPARED,
        UNDOING,
        UNDONE,
        FAILED;

        /** Returns whether work is being done. */
        public boolean isRunning() {
            return this == PREPARING || this == UNDOING;
        }
    }
}
