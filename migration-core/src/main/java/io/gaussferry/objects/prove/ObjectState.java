package io.gaussferry.objects.prove;

/** The state of an object on the target. Executions decide it; it is never assumed. */
public enum ObjectState {
    /** Both sides returned something different. */
    DIFFERS("differs"),
    /** It returned on the target what the source returned, at one replicated position. */
    EXECUTED("executed"),
    /** The target accepts its definition, but it was not executed; the reason is given. */
    COMPILES("compiles"),
    /** It was not translated, or the target refuses the translation. */
    BY_HAND("by hand");

    private final String words;

    ObjectState(String words) {
        this.words = words;
    }

    /** Returns the state in reports. */
    public String words() {
        return words;
    }
}
