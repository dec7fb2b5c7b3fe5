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

    /**
     * @param definition the table
     * @param wireTypes one type byte a column, as TABLE_MAP carries them
     * @param wireMetadata TABLE_MAP's metadata block, undecoded
     */
    public TableVersion(TableDefinition definition, byte[] wireTypes, byte[] wireMetadata) {
        this.definition = definition;
        this.wireTypes = wireTypes.clone();
        this.wireMetadata = wireMetadata.clone();
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
