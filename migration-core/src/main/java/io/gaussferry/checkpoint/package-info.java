/** What has been committed, as the target itself knows it. Never a local file. */
@NullMarked
package io.gaussferry.checkpoint;

import org.jspecify.annotations.NullMarked;
