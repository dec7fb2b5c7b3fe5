/** Checks whether a cutover would succeed, and estimates its downtime. */
@NullMarked
package io.gaussferry.cutover.check;

import org.jspecify.annotations.NullMarked;
