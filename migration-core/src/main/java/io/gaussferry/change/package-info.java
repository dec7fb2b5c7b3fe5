/** The changes of the source between reading and scheduling: transactions, their rows events, rows and images. */
@NullMarked
package io.gaussferry.change;

import org.jspecify.annotations.NullMarked;
