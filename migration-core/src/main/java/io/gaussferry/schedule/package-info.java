/**
 * Splits transactions into row changes, determines their dependencies, and forms batches. Does not access a database.
 *
 * <p>The keys of a row, its primary key and every unique index, decide whether two transactions may be applied in parallel. For {@code item (id INT
 * PRIMARY KEY, code INT UNIQUE)}, while the batch of the first transaction is not committed:
 *
 * <pre>{@code
 * INSERT (1, 10)             keys id=1, code=10              batch 1
 * UPDATE (1, 10) to (1, 11)  keys id=1, code=10, code=11     depends on batch 1
 * INSERT (2, 20)             keys id=2, code=20              independent
 * INSERT (3, NULL)           key id=3                        independent: NULL conflicts with nothing
 * }</pre>
 *
 * <p>Appliers execute independent batches in parallel, and commit all of them in source order. The target is therefore a prefix of the source's
 * history after every commit:
 *
 * <pre>{@code
 * applier 1   execute batch 1 ........ commit 1
 * applier 2   execute batch 2 .. wait ......... commit 2
 * }</pre>
 */
@NullMarked
package io.gaussferry.schedule;

import org.jspecify.annotations.NullMarked;
