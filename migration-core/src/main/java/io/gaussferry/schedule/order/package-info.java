/** Batches, and the orders in which appliers take and commit them. */
@NullMarked
package io.gaussferry.schedule.order;

import org.jspecify.annotations.NullMarked;
