/** Failures in the user's words, and what the daemon may do about each. */
@NullMarked
package io.gaussferry.error;

import org.jspecify.annotations.NullMarked;
