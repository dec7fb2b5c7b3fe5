package io.gaussferry.mysql.catalog;

/** The names of the triggers that a cutover's fence creates in MySQL. They are no objects of the application. */
public final class FenceTriggers {

    /** The start of their names; the pipeline, the table and the event follow. */
    public static final String PREFIX = "gaussferry_fence_";

    /** A condition on {@code information_schema.triggers} that selects all other triggers. */
    public static final String EXCLUDED = "trigger_name NOT LIKE '" + pattern(PREFIX) + "'";

    private FenceTriggers() {}

    /** Returns a LIKE pattern for the names that start with a prefix. */
    public static String pattern(String prefix) {
        return prefix.replace("_", "\\_") + "%";
    }
}
