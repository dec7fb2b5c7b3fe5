package io.gaussferry.cutover.check;

/**
 * A finding of the check before a cutover.
 *
 * @param severity of the finding
 * @param problem a sentence
 * @param remedy an instruction
 */
public record CutoverFinding(Severity severity, String problem, String remedy) {

    /** The severity of a finding, in ascending order. */
    public enum Severity {
        /** For information. */
        NOTE,
        /** The cutover is possible, but may take longer or leave manual work. */
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
