package io.gaussferry.pipeline.reverse;

import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.schedule.order.BatchLimits;

/**
 * What a way back is told.
 *
 * @param name distinguishes its progress from that of others in the same MySQL server
 * @param mysql where to; the account may write there, also while the server is read-only
 * @param appliers connections that apply at the same time: 1 to 64
 * @param batchLimits how large a batch may become
 * @param queueBytes bytes of heap that transactions waiting for the scheduler may hold
 */
public record ReverseSettings(
        String name, SourceSettings mysql, int appliers, BatchLimits batchLimits, long queueBytes) {}
