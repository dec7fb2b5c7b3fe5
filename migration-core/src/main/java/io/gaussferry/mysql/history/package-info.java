/** Selects readable servers: those without defects that have the same history as the target. */
@NullMarked
package io.gaussferry.mysql.history;

import org.jspecify.annotations.NullMarked;
