/** Opens consistent reads of the source, and limits the load on it during the copy. */
@NullMarked
package io.gaussferry.snapshot.source;

import org.jspecify.annotations.NullMarked;
