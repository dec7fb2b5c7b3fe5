package io.gaussferry.app.assess;

/**
 * An assessment that could not be made.
 *
 * @param pipeline the name of the migration
 * @param problem why
 */
record FailedAssessment(String pipeline, String problem) {}
