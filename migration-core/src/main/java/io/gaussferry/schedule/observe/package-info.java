/** Observable orders with limits. */
@NullMarked
package io.gaussferry.schedule.observe;

import org.jspecify.annotations.NullMarked;
