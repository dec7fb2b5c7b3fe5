/** What becomes of MySQL's types: readable tables of values, and the means to send each through every way of a change. */
@NullMarked
package io.gaussferry.e2e.types;

import org.jspecify.annotations.NullMarked;
