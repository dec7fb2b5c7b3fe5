/** The daemon as a child process: its life, what it prints, and how far the target says that it has come. */
@NullMarked
package io.gaussferry.bench.daemon;

import org.jspecify.annotations.NullMarked;
