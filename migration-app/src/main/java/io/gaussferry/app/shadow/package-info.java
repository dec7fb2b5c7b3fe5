/** The command {@code shadow}. */
@NullMarked
package io.gaussferry.app.shadow;

import org.jspecify.annotations.NullMarked;
