/** Creates missing target tables and copies the rows that are there, at one position of the source. */
@NullMarked
package io.gaussferry.snapshot;

import org.jspecify.annotations.NullMarked;
