/** Reads and writes MySQL's binary JSON, and applies partial updates. */
@NullMarked
package io.gaussferry.mysql.json;

import org.jspecify.annotations.NullMarked;
