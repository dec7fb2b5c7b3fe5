/**
 * Everything that can be known to go wrong before a migration begins: the settings, accounts, tables and values of both
 * servers. Reads only, changes nothing, and never lets one check that fails hide the others.
 */
@NullMarked
package io.gaussferry.preflight;

import org.jspecify.annotations.NullMarked;
