/**
 * Converts the rows of a table: exactly, from the bytes of a binlog row image and from the initial copy's SELECT, to the format of the target's COPY and
 * array parameters. Owns no connection, event or statement. Never guesses: a value without an exact representation on the target causes an exception
 * unless the user chose a rule for it. {@code type} has the codec and the target's type of a column.
 *
 * <p>The initial copy reads the same values as text; both ways must give the same bytes on the target.
 */
@NullMarked
package io.gaussferry.convert;

import org.jspecify.annotations.NullMarked;
