/** The command {@code check}: prints the findings of a preflight for people and for scripts. */
@NullMarked
package io.gaussferry.app.check;

import org.jspecify.annotations.NullMarked;
