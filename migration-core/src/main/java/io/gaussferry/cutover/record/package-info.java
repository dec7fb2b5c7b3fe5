/** The record of a cutover: its steps, its evidence, and its downtime. */
@NullMarked
package io.gaussferry.cutover.record;

import org.jspecify.annotations.NullMarked;
