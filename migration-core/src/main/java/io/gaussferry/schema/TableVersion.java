package io.gaussferry.schema;

/**
 * A table as described by one TABLE_MAP event: the wire format of its row images and the definition in force. Immutable by
 * convention: the arrays are never changed after construction. Compared by identity: equal TABLE_MAP events yield the same
 * object.
 */
public final class TableVersion {

    private final TableDefinition definition;
    private final byte[] wireTypes;
    private final byte[] wireMetadata;
    private final boolean keyOnlyBefore;

    /**
     * Creates a version with full row images.
     *
     * @param definition the table
     * @param wireTypes one type byte per column, from TABLE_MAP
     * @param wireMetadata TABLE_MAP's metadata block, undecoded
     */
    public TableVersion(TableDefinition definition, byte[] wireTypes, byte[] wireMetadata) {
        this(definition, wireTypes, wireMetadata, false);
    }

    private TableVersion(TableDefinition definition, byte[] wireTypes, byte[] wireMetadata, boolean keyOnlyBefore) {
        this.definition = definition;
        this.wireTypes = wireTypes.clone();
        this.wireMetadata = wireMetadata.clone();
        this.keyOnlyBefore = keyOnlyBefore;
    }

    /** Returns the table with before images in which only the row key's columns have values. */
    public TableVersion withKeyOnlyBefore() {
        return new TableVersion(definition, wireTypes, wireMetadata, true);
    }

    /** Returns whether a before image contains only the row key: its other columns look like NULL whatever their values were. */
    public boolean isKeyOnlyBefore() {
        return keyOnlyBefore;
    }

    /** Returns the table's definition. */
    public TableDefinition definition() {
        return definition;
    }

    /** Returns a copy of the type bytes, one per column. */
    public byte[] wireTypes() {
        return wireTypes.clone();
    }

    /** Returns a copy of TABLE_MAP's metadata block. */
    public byte[] wireMetadata() {
        return wireMetadata.clone();
    }

    @Override
    public String toString() {
        return definition.id().toString();
    }
}
