/**
 * From the values that openGauss's logical decoding sends to the row images of MySQL: the other direction of {@code convert}, exact or
 * not at all. Owns no connection and no message of the protocol. A value that MySQL's column cannot hold exactly ends in an
 * exception; a column whose values can never go back is known beforehand.
 */
@NullMarked
package io.gaussferry.convert.image;

import org.jspecify.annotations.NullMarked;
