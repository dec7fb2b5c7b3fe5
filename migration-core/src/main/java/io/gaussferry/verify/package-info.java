/**
 * Compares the content of both sides while changes are replicated, and repairs the target on request. Owns the definition of equality and
 * the proof of a difference; reads progress but never writes it; never locks the source.
 */
@NullMarked
package io.gaussferry.verify;

import org.jspecify.annotations.NullMarked;
