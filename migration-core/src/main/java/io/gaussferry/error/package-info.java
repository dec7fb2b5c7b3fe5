/** Failures in the user's terms, and the daemon's reaction to each kind. */
@NullMarked
package io.gaussferry.error;

import org.jspecify.annotations.NullMarked;
