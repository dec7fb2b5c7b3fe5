/** An example for applications: a data source that a cutover pauses and redirects. Uses nothing else of this module, so it can be copied. */
@NullMarked
package io.gaussferry.bench.routing;

import org.jspecify.annotations.NullMarked;
