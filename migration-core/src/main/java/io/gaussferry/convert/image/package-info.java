/**
 * Converts values from openGauss's logical decoding to MySQL's row images: the other direction of {@code convert}.
 * Conversions are exact or fail. Owns no connection and no protocol message. A value that MySQL's column cannot store
 * exactly causes an exception; columns whose values can never be converted are reported in advance.
 */
@NullMarked
package io.gaussferry.convert.image;

import org.jspecify.annotations.NullMarked;
