package io.gaussferry.schema;

/**
 * A table as one TABLE_MAP event describes it: how its row images stand on the wire, together with the definition that was
 * in force. Immutable by convention: the arrays are never changed after construction. Compared by identity: equal TABLE_MAP
 * events yield the same object.
 */
public final class TableVersion {

    private final TableDefinition definition;
    private final byte[] wireTypes;
    private final byte[] wireMetadata;
    private final boolean keyOnlyBefore;

    /**
     * Creates one whose images are whole.
     *
     * @param definition the table
     * @param wireTypes one type byte a column, as TABLE_MAP carries them
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

    /** Returns the same table with before images in which no columns but the row key's have values. */
    public TableVersion withKeyOnlyBefore() {
        return new TableVersion(definition, wireTypes, wireMetadata, true);
    }

    /** Returns whether a before image tells nothing but the row key: its other columns look like NULL, whatever they were. */
    public boolean isKeyOnlyBefore() {
        return keyOnlyBefore;
    }

    /** Returns the table's definition. */
    public TableDefinition definition() {
        return definition;
    }

    /** Returns a copy of the type bytes, one a column. */
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
