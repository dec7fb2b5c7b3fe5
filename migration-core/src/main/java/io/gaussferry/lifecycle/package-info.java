/**
 * The threads of one piece of work, and how they end: any end of any of them reaches all others, in one order. Knows nothing of what
 * they do.
 */
@NullMarked
package io.gaussferry.lifecycle;

import org.jspecify.annotations.NullMarked;
