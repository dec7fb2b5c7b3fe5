/** The daemon as its users start it: a process of its own, between real servers. */
@NullMarked
package io.gaussferry.e2e;

import org.jspecify.annotations.NullMarked;
