/** What was measured, as JSON, as a page, as a table, and beside an earlier report. Measures nothing. */
@NullMarked
package io.gaussferry.bench.report;

import org.jspecify.annotations.NullMarked;
