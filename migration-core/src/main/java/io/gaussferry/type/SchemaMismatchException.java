package io.gaussferry.type;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;

/** The type of a column in the binlog differs from the schema at that position. */
public final class SchemaMismatchException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /**
     * @param column the column in the schema
     * @param wire its type in the binlog's table map
     */
    public SchemaMismatchException(ColumnDefinition column, WireType wire) {
        super(
                ErrorCode.COLUMN_DIFFERS,
                "column " + column.name() + " is " + column.declaration() + " in the schema, but the binlog contains "
                        + wire,
                "the table was altered without a binlog event (session with sql_log_bin=0?): copy the table again",
                null);
    }
}
