/**
 * Tracks which rows replay has changed since they were found equal. Knows the keys, not the values, of the rows that this process
 * committed, and reports where this knowledge is uncertain.
 */
@NullMarked
package io.gaussferry.verify.changed;

import org.jspecify.annotations.NullMarked;
