/**
 * Converts MySQL values: exact codecs from the bytes of a binlog row image, and from the initial copy's SELECT, to the format of the target's COPY and array parameters. Owns no connection, event or statement. Never guesses: a value
 * without an exact representation on the target causes an exception unless the user chose a rule for it.
 */
@NullMarked
package io.gaussferry.convert;

import org.jspecify.annotations.NullMarked;
