/** What replay does with a statement of the source that may change definitions. Asks no server. */
@NullMarked
package io.gaussferry.ddl.plan;

import org.jspecify.annotations.NullMarked;
