/** Decodes text of MySQL's character sets. */
@NullMarked
package io.gaussferry.mysql.charset;

import org.jspecify.annotations.NullMarked;
