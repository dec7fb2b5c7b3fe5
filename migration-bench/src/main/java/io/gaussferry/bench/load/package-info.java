/**
 * Writes to MySQL over many concurrent connections, paced and counted. Owns the threads; other packages own the statements.
 */
@NullMarked
package io.gaussferry.bench.load;

import org.jspecify.annotations.NullMarked;
