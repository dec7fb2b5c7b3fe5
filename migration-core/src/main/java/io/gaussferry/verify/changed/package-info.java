/**
 * Which rows replay has changed since they were found equal. Knows keys, not values, of what this process has committed; what it does
 * not know for certain it says so of.
 */
@NullMarked
package io.gaussferry.verify.changed;

import org.jspecify.annotations.NullMarked;
