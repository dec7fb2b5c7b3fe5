/** What can be known to go wrong with tables and values on their way from one side to the other. */
@NullMarked
package io.gaussferry.preflight.table;

import org.jspecify.annotations.NullMarked;
