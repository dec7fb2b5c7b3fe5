/** One codec for each of MySQL's types: from the bytes of a row image to the target's text. */
@NullMarked
package io.gaussferry.mysql.value;

import org.jspecify.annotations.NullMarked;
