/** The daemon and its command line: reads the configuration, runs a pipeline, says how it goes. Replicates nothing itself. */
@NullMarked
package io.gaussferry.app;

import org.jspecify.annotations.NullMarked;
