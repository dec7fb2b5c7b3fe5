/**
 * The rules that name differences in behaviour between a statement of MySQL and the same statement on the target, by its parse tree and the types of
 * columns. Knows no server.
 */
@NullMarked
package io.gaussferry.application.rule;

import org.jspecify.annotations.NullMarked;
