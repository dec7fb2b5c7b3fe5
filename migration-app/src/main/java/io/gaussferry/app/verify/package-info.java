/** The command {@code verify}: prints the result of a verification for people and for scripts. */
@NullMarked
package io.gaussferry.app.verify;

import org.jspecify.annotations.NullMarked;
