/**
 * Translates changes of definitions to changes of the target. Queries no server.
 *
 * <p>{@code Translator} compares the definitions before and after a statement, and returns steps. A step has a SQL statement, and guards: queries
 * that must find no row in the transaction that executes it. For {@code ALTER TABLE t MODIFY b INT, MODIFY d INT}, where {@code b} was {@code
 * BIGINT} and {@code d} was {@code SMALLINT}:
 *
 * <pre>{@code
 * guard  SELECT "b" FROM "shop"."t" WHERE "b" < -2147483648 LIMIT 1    otherwise COPY_AGAIN
 * guard  SELECT "b" FROM "shop"."t" WHERE "b" > 2147483647 LIMIT 1     otherwise COPY_AGAIN
 * step   ALTER TABLE "shop"."t" ALTER COLUMN "b" TYPE integer
 * step   ALTER TABLE "shop"."t" ALTER COLUMN "d" TYPE integer
 * }</pre>
 *
 * <p>If a guard finds a row, MySQL may have converted it in another way than the target would. {@code COPY_AGAIN} then copies the table while
 * replication runs, and {@code HOLD} leaves the statement to the operator. The reason of a guard is shown to the operator as a sentence. The corpus
 * in {@code src/test/src/test/resources/definitions} has the steps of about every form of statement.
 */
@NullMarked
package io.gaussferry.ddl.translate;

import org.jspecify.annotations.NullMarked;
