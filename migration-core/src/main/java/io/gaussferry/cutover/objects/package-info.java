/** What is created on the target last: keys, counters, what MySQL does by itself; and what is left to a person. */
@NullMarked
package io.gaussferry.cutover.objects;

import org.jspecify.annotations.NullMarked;
