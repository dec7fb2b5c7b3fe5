/**
 * Grades the statements of an application before the cutover: each is parsed, translated, prepared on the target and never executed there, and
 * examined for differences in behaviour.
 */
@NullMarked
package io.gaussferry.application;

import org.jspecify.annotations.NullMarked;
