package io.gaussferry.snapshot;

import io.gaussferry.schema.ForeignKeyPolicy;
import java.util.function.DoubleSupplier;

/**
 * Where copied rows go.
 *
 * @param connections to the target
 * @param store says there how far the copy is
 * @param foreignKeys what becomes of the source's foreign keys
 * @param part rows a second that the copy may write to it, which others write to as well; 0 for any number
 */
public record CopyTarget(
        TargetConnections connections, CopyStore store, ForeignKeyPolicy foreignKeys, DoubleSupplier part) {}
