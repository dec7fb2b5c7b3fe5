package io.gaussferry.type;

import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import java.util.OptionalLong;

/** Dates and times. */
abstract non-sealed class TemporalType extends ColumnType {

    TemporalType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public long rowBytes() {
        return Long.BYTES;
    }

    @Override
    public final OptionalLong textBytes() {
        return OptionalLong.of(LONGEST_SCALAR);
    }

    @Override
    public final String sourceLiteral(String text) {
        return SqlLiterals.temporal(text);
    }

    @Override
    public Notation notation() {
        return Notation.TEMPORAL;
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        PlainValue plain = new PlainValue(this, wire);
        return (image, from, to, sql) ->
                sql.append('\'').append(plain.read(image, from, to)).append('\'');
    }

    @Override
    public final TableMapField tableMapField() {
        return TableMapField.NONE;
    }
}
