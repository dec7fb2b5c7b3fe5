/**
 * The threads of one piece of work and their end: the end of one thread is propagated to all others, in a fixed order.
 * Independent of the threads' work.
 */
@NullMarked
package io.gaussferry.lifecycle;

import org.jspecify.annotations.NullMarked;
