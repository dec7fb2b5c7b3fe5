package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import java.util.List;

/**
 * A table as described by pgoutput before its first row, and after each change of its definition.
 *
 * @param oid identifier in its rows
 * @param id its name
 * @param identity {@code f} if old rows are complete, {@code d} if they have only the primary key, and for updates only
 *     if the key has changed
 * @param columns its columns, in the order of a row's values
 */
record Relation(long oid, TableId id, char identity, List<Column> columns) {

    /** A column: its name and its type's OID and modifier on the target. */
    record Column(String name, long typeOid, int modifier) {}

    Relation {
        columns = List.copyOf(columns);
    }
}
