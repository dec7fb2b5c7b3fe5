package io.gaussferry.cutover.check;

/**
 * Something to know before a cutover.
 *
 * @param severity how much it matters
 * @param problem what was found, as a sentence
 * @param remedy what to do about it
 */
public record CutoverFinding(Severity severity, String problem, String remedy) {

    /** How much a finding matters, the least first. */
    public enum Severity {
        /** Worth knowing. */
        NOTE,
        /** The cutover is possible, and may take longer, or leave work. */
        WARNING,
        /** The cutover would fail, or end with a target that differs. */
        BLOCKER
    }

    static CutoverFinding blocker(String problem, String remedy) {
        return new CutoverFinding(Severity.BLOCKER, problem, remedy);
    }

    static CutoverFinding warning(String problem, String remedy) {
        return new CutoverFinding(Severity.WARNING, problem, remedy);
    }

    static CutoverFinding note(String problem, String remedy) {
        return new CutoverFinding(Severity.NOTE, problem, remedy);
    }
}
