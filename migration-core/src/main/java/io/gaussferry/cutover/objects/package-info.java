/** The objects that are created on the target last: foreign keys, counters and automatic values; and the objects that need manual work. */
@NullMarked
package io.gaussferry.cutover.objects;

import org.jspecify.annotations.NullMarked;
