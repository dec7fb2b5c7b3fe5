/** Presents measurements as JSON, as a page, as a table, and compared with an earlier report. Measures nothing. */
@NullMarked
package io.gaussferry.bench.report;

import org.jspecify.annotations.NullMarked;
