/**
 * Converts MySQL values: exact codecs from the bytes of a binlog row image, and from the initial copy's SELECT, to the format of the target's COPY
 * and array parameters. Owns no connection, event or statement. Never guesses: a value without an exact representation on the target causes an
 * exception unless the user chose a rule for it.
 *
 * <p>{@code TypeMapping} chooses the target's type of a column, and {@code Codecs} the codec. With PostgreSQL as the target:
 *
 * <pre>{@code
 * MySQL column        row image       target type                     text for COPY
 * INT                 07000000        integer                         7
 * TINYINT UNSIGNED    ff              smallint                        255
 * VARCHAR(5) latin1   01e4            varchar(5)                      ä
 * DECIMAL(5,2)        800132          numeric(5,2)                    1.50
 * DATETIME            99b27b7efb      timestamp(0) without time zone  2024-01-29 23:59:59
 * VARBINARY(4)        0200ff          bytea                           \\x00ff
 * BIT(3)              05              bit(3)                          101
 * DATE                000000          date                            UnconvertibleValueException: rule zero-date
 * }</pre>
 *
 * <p>The initial copy reads the same values as text; both ways must give the same bytes on the target. To add a type, see CONTRIBUTING.md.
 */
@NullMarked
package io.gaussferry.convert;

import org.jspecify.annotations.NullMarked;
