/** One codec for each MySQL type, which converts the bytes of a row image to the target's text format. */
@NullMarked
package io.gaussferry.mysql.value;

import org.jspecify.annotations.NullMarked;
