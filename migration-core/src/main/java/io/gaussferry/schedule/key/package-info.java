/** The keys that a transaction touches, and their conflicts. */
@NullMarked
package io.gaussferry.schedule.key;

import org.jspecify.annotations.NullMarked;
