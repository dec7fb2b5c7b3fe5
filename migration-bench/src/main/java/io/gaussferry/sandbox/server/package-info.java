/** The servers themselves, started, in containers, or given. */
@NullMarked
package io.gaussferry.sandbox.server;

import org.jspecify.annotations.NullMarked;
