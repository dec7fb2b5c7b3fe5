/** The status of a running pipeline for observers, and the watchdog that checks its progress. */
@NullMarked
package io.gaussferry.pipeline.status;

import org.jspecify.annotations.NullMarked;
