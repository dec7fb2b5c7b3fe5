/** The binary format of MySQL's row images: types, numbers, times and lengths. */
@NullMarked
package io.gaussferry.mysql.wire;

import org.jspecify.annotations.NullMarked;
