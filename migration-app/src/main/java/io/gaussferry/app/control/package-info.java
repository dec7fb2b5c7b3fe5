/** The commands that show and control a running daemon over its API. */
@NullMarked
package io.gaussferry.app.control;

import org.jspecify.annotations.NullMarked;
