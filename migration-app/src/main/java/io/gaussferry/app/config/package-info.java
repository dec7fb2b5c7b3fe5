/** The configuration file: every key, its default and its range; what is unknown or out of range is refused by name. */
@NullMarked
package io.gaussferry.app.config;

import org.jspecify.annotations.NullMarked;
