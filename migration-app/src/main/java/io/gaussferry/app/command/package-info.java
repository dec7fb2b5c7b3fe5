/** Parses command lines. */
@NullMarked
package io.gaussferry.app.command;

import org.jspecify.annotations.NullMarked;
