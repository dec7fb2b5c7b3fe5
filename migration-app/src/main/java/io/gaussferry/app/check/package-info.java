/** The command {@code check}: how a preflight's findings are shown, to people and to scripts. Finds nothing itself. */
@NullMarked
package io.gaussferry.app.check;

import org.jspecify.annotations.NullMarked;
