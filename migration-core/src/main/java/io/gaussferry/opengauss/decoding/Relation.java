package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import java.util.List;

/**
 * A table as pgoutput announces it before its first row, and again after each change of its definition.
 *
 * @param oid by which its rows name it
 * @param id its name
 * @param identity {@code f} where old rows come whole, {@code d} where their primary keys come, of updates only those that have changed
 * @param columns its columns in the order of a row's values
 */
record Relation(long oid, TableId id, char identity, List<Column> columns) {

    /** A column: its name, and its type by the target's numbers. */
    record Column(String name, long typeOid, int modifier) {}

    Relation {
        columns = List.copyOf(columns);
    }
}
