package io.gaussferry.change;

import org.jspecify.annotations.Nullable;

/**
 * The effect of foreign keys on a row before the binlog names its deletion. MySQL logs a deletion by a statement of several tables with the image that the
 * statement read, although deleting the parent has removed or changed the row since.
 *
 * @param mayBeGone whether a key has removed the row
 * @param changed the row as keys have left it; null where its row key finds it, or no key has changed it
 */
public record CascadeEffect(boolean mayBeGone, @Nullable RowImage changed) {}
