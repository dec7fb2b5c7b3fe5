/** The configuration file: every key, its default and its range. Unknown keys and values out of range are refused by name. */
@NullMarked
package io.gaussferry.app.config;

import org.jspecify.annotations.NullMarked;
