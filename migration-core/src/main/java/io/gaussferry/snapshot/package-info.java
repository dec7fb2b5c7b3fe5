/** Creates missing target tables and copies the existing rows at one position of the source. */
@NullMarked
package io.gaussferry.snapshot;

import org.jspecify.annotations.NullMarked;
