/**
 * The observable state of a migration, and the one list of its figures ({@link io.gaussferry.status.Figures}): Prometheus, JMX, the API, the
 * status records of a fleet, the text of the commands and the reference documents derive from it. Counts nothing itself.
 */
@NullMarked
package io.gaussferry.status;

import org.jspecify.annotations.NullMarked;
