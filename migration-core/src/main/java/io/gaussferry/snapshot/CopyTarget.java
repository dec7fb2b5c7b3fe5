package io.gaussferry.snapshot;

import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.throttle.LoadThrottler;
import java.util.function.DoubleSupplier;

/**
 * The target of a copy.
 *
 * @param connections opens connections to the target
 * @param store stores the progress of the copy there
 * @param foreignKeys treatment of the source's foreign keys
 * @param part limit in rows per second if several pipelines write to the target; 0 for no limit
 * @param throttler holds the copy back while a server is busy
 */
public record CopyTarget(
        TargetConnections connections,
        CopyStore store,
        ForeignKeyPolicy foreignKeys,
        DoubleSupplier part,
        LoadThrottler throttler) {}
