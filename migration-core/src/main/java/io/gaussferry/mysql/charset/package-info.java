/** Converts between MySQL's character sets and UTF-8. */
@NullMarked
package io.gaussferry.mysql.charset;

import org.jspecify.annotations.NullMarked;
