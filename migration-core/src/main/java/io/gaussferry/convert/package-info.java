/**
 * What a MySQL value becomes: exact codecs from the bytes of a binlog row image, and from the initial copy's SELECT, to
 * the text that the target's COPY and its array parameters take. Owns no connection, no event and no statement; refuses
 * to guess: a value that has no exact home on the target ends in an exception unless the user chose a rule for it.
 */
@NullMarked
package io.gaussferry.convert;

import org.jspecify.annotations.NullMarked;
