package io.gaussferry.cutover.settings;

import io.gaussferry.cutover.state.CutoverStep;

/**
 * The moment at which a hook runs.
 *
 * @param step the step
 * @param moment relative to the step
 */
public record HookPoint(CutoverStep step, Hooks.Moment moment) {}
