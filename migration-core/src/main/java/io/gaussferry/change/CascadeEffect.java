package io.gaussferry.change;

import org.jspecify.annotations.Nullable;

/**
 * The effect of foreign keys on a row before the binlog event of its deletion. MySQL logs a deletion by a multi-table
 * statement with the image that the statement read, although the deletion of the parent has removed or changed the row
 * since.
 *
 * @param mayBeGone whether a key has removed the row
 * @param changed the row after the changes by keys; null if its row key still finds it, or no key has changed it
 */
public record CascadeEffect(boolean mayBeGone, @Nullable RowImage changed) {}
