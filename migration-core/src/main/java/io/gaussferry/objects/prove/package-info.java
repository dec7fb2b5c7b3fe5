/**
 * Creates translated objects on the target in a transaction that is rolled back, and compares what they return with what the source's
 * objects return at the same replicated position.
 */
@NullMarked
package io.gaussferry.objects.prove;

import org.jspecify.annotations.NullMarked;
