package io.gaussferry.snapshot;

import io.gaussferry.schema.ForeignKeyPolicy;

/**
 * Where copied rows go.
 *
 * @param connections to the target
 * @param store says there how far the copy is
 * @param foreignKeys what becomes of the source's foreign keys
 */
public record CopyTarget(TargetConnections connections, CopyStore store, ForeignKeyPolicy foreignKeys) {}
