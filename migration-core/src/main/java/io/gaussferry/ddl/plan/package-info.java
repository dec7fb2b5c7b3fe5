/** Plans the handling of the source's statements that may change definitions. Queries no server. */
@NullMarked
package io.gaussferry.ddl.plan;

import org.jspecify.annotations.NullMarked;
