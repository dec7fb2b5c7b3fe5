/**
 * The changes of the source between reading and scheduling: transactions, their rows events, rows and images.
 *
 * <p>A row image is the binlog's form of a row, and stays undecoded until it is applied: a bitmap of the NULL columns, lowest bit first, then the
 * bytes of each other column. For {@code CREATE TABLE item (id INT, name VARCHAR(5), price TINYINT)}:
 *
 * <pre>{@code
 * row               bitmap  id           name      price
 * (7, 'ab', -1)     00      07 00 00 00  02 61 62  ff
 * (7, NULL, NULL)   06      07 00 00 00
 * }</pre>
 *
 * <p>An insert has one image, after the change; a deletion has one, before it; an update has both. {@code RowImage} locates the columns without
 * copying them:
 *
 * <pre>{@code
 * int[] offsets = new int[table.columns().size() + 1];
 * RowImage.after(change).locate(offsets);
 * boolean isNull = offsets[1] == offsets[2];   // every value has at least one byte
 * }</pre>
 */
@NullMarked
package io.gaussferry.change;

import org.jspecify.annotations.NullMarked;
