/**
 * Translates views, routines, triggers and events to the target's SQL and PL/pgSQL, by rules on MySQL's parse tree. Knows no server: the
 * names of both sides are given. A construct without a rule is refused with its position, never passed on in the hope that it works.
 */
@NullMarked
package io.gaussferry.objects.translate;

import org.jspecify.annotations.NullMarked;
