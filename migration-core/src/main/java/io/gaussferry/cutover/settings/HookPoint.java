package io.gaussferry.cutover.settings;

import io.gaussferry.cutover.state.CutoverStep;

/**
 * When a hook runs.
 *
 * @param step at which step
 * @param moment before or after it
 */
public record HookPoint(CutoverStep step, Hooks.Moment moment) {}
