package io.gaussferry.app.config;

/**
 * How much the daemon compares by itself while it replays.
 *
 * @param percent of the time, for one connection to either side: 0 (never) to 100
 */
public record VerifyShare(int percent) {}
