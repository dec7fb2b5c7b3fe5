package io.gaussferry.cutover;

/**
 * When a hook runs.
 *
 * @param step at which step
 * @param moment before or after it
 */
public record HookPoint(CutoverStep step, Hooks.Moment moment) {}
