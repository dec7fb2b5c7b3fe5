/** Fetches, unpacks and caches the servers' programs. */
@NullMarked
package io.gaussferry.sandbox.program;

import org.jspecify.annotations.NullMarked;
