/** End-to-end tests of the daemon as users start it: as a separate process, between real servers. */
@NullMarked
package io.gaussferry.e2e;

import org.jspecify.annotations.NullMarked;
