/** Writes to MySQL over many connections at once, paced and counted. Owns threads; what they write is somebody else's. */
@NullMarked
package io.gaussferry.bench.load;

import org.jspecify.annotations.NullMarked;
