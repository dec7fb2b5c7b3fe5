/** Reads the words of a command line. */
@NullMarked
package io.gaussferry.app.command;

import org.jspecify.annotations.NullMarked;
