/**
 * The daemon and its command line: reads the configuration, runs a pipeline and reports its progress. The replication itself is in
 * other packages.
 */
@NullMarked
package io.gaussferry.app;

import org.jspecify.annotations.NullMarked;
