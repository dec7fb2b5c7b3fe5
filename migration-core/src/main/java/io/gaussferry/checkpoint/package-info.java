/**
 * The progress and state of pipelines, stored on the target in the transactions that change them. Never in a local file.
 *
 * <p>An applier commits rows and progress together, so that a crash at any moment neither loses nor repeats a transaction:
 *
 * <pre>{@code
 * BEGIN;
 * INSERT INTO "shop"."item" ...;
 * UPDATE gaussferry.progress SET gtid_set = '3e11fa47-71ca-11e1-9e33-c80aa9429562:1-1042', ..., transactions = transactions + 12
 *     WHERE pipeline = 'shop' AND applier = 0 AND epoch = 7;
 * COMMIT;
 * }</pre>
 *
 * <p>Each applier has its own row. The union of the rows' {@code gtid_set} is the set of transactions that the target has; a daemon resumes after
 * it. A daemon that takes over raises {@code epoch} to 8. The UPDATE of the previous owner then finds no row, and its transaction is rolled back:
 *
 * <pre>{@code
 * ProgressStore store = new ProgressStore("shop");
 * Optional<OwnedProgress> owned = store.takeOwnership(connection, appliers);   // empty: the initial copy is not complete
 * }</pre>
 */
@NullMarked
package io.gaussferry.checkpoint;

import org.jspecify.annotations.NullMarked;
