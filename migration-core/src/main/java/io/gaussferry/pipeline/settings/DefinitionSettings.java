package io.gaussferry.pipeline.settings;

/**
 * What becomes of statements that change definitions.
 *
 * @param mode whether the target follows them
 * @param dropSchemas whether {@code DROP DATABASE} drops the schema on the target
 * @param shards databases whose tables change as those of others do, or are held
 */
public record DefinitionSettings(Mode mode, boolean dropSchemas, Shards shards) {

    /** What is done where nothing else is said. */
    public static final DefinitionSettings DEFAULT = new DefinitionSettings(Mode.FOLLOW, false, Shards.NONE);

    /** Whether the target follows. */
    public enum Mode {
        /** What can be translated with certainty is executed on the target; the rest is held for a person. */
        FOLLOW,
        /** Every statement that changes a replicated table is held for a person. */
        HOLD
    }
}
