package io.gaussferry.verify.compare;

import java.sql.Connection;

/**
 * What one worker works with; used by its thread alone.
 *
 * @param source a connection with autocommit: each query is a consistent read of its own
 * @param target a connection without autocommit, READ COMMITTED
 * @param watch shared by all workers
 * @param settings what to do
 */
public record Sides(Connection source, Connection target, ProgressWatch watch, VerifySettings settings) {}
