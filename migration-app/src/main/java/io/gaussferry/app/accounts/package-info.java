/** The command {@code accounts}. */
@NullMarked
package io.gaussferry.app.accounts;

import org.jspecify.annotations.NullMarked;
