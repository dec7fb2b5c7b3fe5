/**
 * Detects problems before a migration starts: in the settings, accounts, tables and values of both servers. Only reads,
 * and a failed check never hides the others.
 */
@NullMarked
package io.gaussferry.preflight;

import org.jspecify.annotations.NullMarked;
