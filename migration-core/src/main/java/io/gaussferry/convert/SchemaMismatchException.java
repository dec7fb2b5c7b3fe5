package io.gaussferry.convert;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;

/** The binlog carries another type for a column than the schema says it had at that position. */
public final class SchemaMismatchException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /**
     * @param column the column as the schema knows it
     * @param wire what the binlog's table map says
     */
    public SchemaMismatchException(ColumnDefinition column, WireType wire) {
        super(
                ErrorCategory.DATA,
                "column " + column.name() + " is known as " + column.declaration() + ", but the binlog carries it as "
                        + wire,
                "the table was altered in a way that was not noticed (session with sql_log_bin=0?): copy the table anew",
                null);
    }
}
