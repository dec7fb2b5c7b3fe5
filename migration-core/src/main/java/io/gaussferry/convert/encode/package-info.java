/**
 * One encoder for each family of MySQL types, which converts the target's binary format to the bytes of a row image: the opposite direction of
 * {@code mysql.value}. An encoder is exact or refuses the value.
 */
@NullMarked
package io.gaussferry.convert.encode;

import org.jspecify.annotations.NullMarked;
