/** Reads rows of both sides in one canonical form, so that they can be compared. */
@NullMarked
package io.gaussferry.verify.read;

import org.jspecify.annotations.NullMarked;
