/** The daemon as a child process: its life cycle, its output, and its progress as the target reports it. */
@NullMarked
package io.gaussferry.bench.daemon;

import org.jspecify.annotations.NullMarked;
