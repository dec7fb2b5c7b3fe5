/**
 * Compares the content of both sides while changes flow, and makes the target right if told to. Owns what counts as equal and
 * when a difference is proven; reads progress and never writes it; never locks the source.
 */
@NullMarked
package io.gaussferry.verify;

import org.jspecify.annotations.NullMarked;
