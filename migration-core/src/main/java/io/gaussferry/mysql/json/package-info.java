/** Reads MySQL's binary JSON, and changes of parts of it. */
@NullMarked
package io.gaussferry.mysql.json;

import org.jspecify.annotations.NullMarked;
