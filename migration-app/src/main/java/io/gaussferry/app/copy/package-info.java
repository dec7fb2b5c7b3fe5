/** The command that has tables copied while the others are replayed. */
@NullMarked
package io.gaussferry.app.copy;

import org.jspecify.annotations.NullMarked;
