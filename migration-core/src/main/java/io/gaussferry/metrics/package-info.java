/** What has been committed, how fast and how late. Counts committed target transactions only. */
@NullMarked
package io.gaussferry.metrics;

import org.jspecify.annotations.NullMarked;
