package io.gaussferry.pipeline.settings;

/**
 * The handling of statements that change definitions.
 *
 * @param mode whether the target follows them
 * @param dropSchemas whether {@code DROP DATABASE} drops the schema on the target
 * @param shards databases whose tables must change in the same way as their peers'; other changes are held
 */
public record DefinitionSettings(Mode mode, boolean dropSchemas, Shards shards) {

    /** The default settings. */
    public static final DefinitionSettings DEFAULT = new DefinitionSettings(Mode.FOLLOW, false, Shards.NONE);

    /** Whether the target follows statements. */
    public enum Mode {
        /** The target executes statements that can be translated with certainty; others are held for the operator. */
        FOLLOW,
        /** Every statement that changes a replicated table is held for the operator. */
        HOLD
    }
}
