/** The commands that look at and steer a running daemon, over its API. */
@NullMarked
package io.gaussferry.app.control;

import org.jspecify.annotations.NullMarked;
