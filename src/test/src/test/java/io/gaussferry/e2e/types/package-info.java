/** Expected outcomes of MySQL's types: readable tables of values, and the means to replicate each in every way. */
@NullMarked
package io.gaussferry.e2e.types;

import org.jspecify.annotations.NullMarked;
