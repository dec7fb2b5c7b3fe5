/** Tables cut into ranges of their key, handed out, copied, and noted on the target. */
@NullMarked
package io.gaussferry.snapshot.chunk;

import org.jspecify.annotations.NullMarked;
