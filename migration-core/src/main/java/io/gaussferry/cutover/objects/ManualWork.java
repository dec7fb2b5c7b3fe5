package io.gaussferry.cutover.objects;

/**
 * An object of the source that is not migrated and needs manual work.
 *
 * @param kind of object, such as {@code trigger}
 * @param name its name at the source
 * @param reason why it is not migrated
 * @param text its SQL at the source; empty if there is none
 */
public record ManualWork(String kind, String name, String reason, String text) {

    /** The kind of a generated column that the target does not compute. */
    public static final String GENERATED_COLUMN = "generated column";
}
