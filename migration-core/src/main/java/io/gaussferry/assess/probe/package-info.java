/** Short measurements of both servers. Rows are written only to temporary tables of the target, in transactions that are rolled back. */
@NullMarked
package io.gaussferry.assess.probe;

import org.jspecify.annotations.NullMarked;
