package io.gaussferry.model;

/**
 * The name of a source table.
 *
 * @param schema the name of the table's database in MySQL
 * @param name the table's name, in the case in which it was created
 */
public record TableId(String schema, String name) implements Comparable<TableId> {

    @Override
    public int compareTo(TableId other) {
        int bySchema = schema.compareTo(other.schema);
        return bySchema != 0 ? bySchema : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return schema + "." + name;
    }
}
