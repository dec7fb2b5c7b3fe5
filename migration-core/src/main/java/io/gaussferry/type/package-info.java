/**
 * The knowledge about MySQL's types by subject: {@code ColumnType} has one class for each family, which holds the form of a value in row images, its
 * codec and encoder, the target's type, and everything else in which the types differ. Owns no connection, event or statement. To add a type, see
 * CONTRIBUTING.md.
 *
 * <p>With PostgreSQL as the target:
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
 */
@NullMarked
package io.gaussferry.type;

import org.jspecify.annotations.NullMarked;
