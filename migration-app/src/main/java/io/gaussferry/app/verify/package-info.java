/** The command {@code verify}: how a verification's findings are shown, to people and to scripts. Compares nothing itself. */
@NullMarked
package io.gaussferry.app.verify;

import org.jspecify.annotations.NullMarked;
