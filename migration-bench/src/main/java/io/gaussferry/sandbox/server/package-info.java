/** The servers themselves: native processes, containers, or external servers. */
@NullMarked
package io.gaussferry.sandbox.server;

import org.jspecify.annotations.NullMarked;
