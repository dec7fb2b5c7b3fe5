/** The keys that a transaction touches, and which of them conflict. */
@NullMarked
package io.gaussferry.schedule.key;

import org.jspecify.annotations.NullMarked;
