/** The same orders, watched and held back from outside. */
@NullMarked
package io.gaussferry.schedule.observe;

import org.jspecify.annotations.NullMarked;
