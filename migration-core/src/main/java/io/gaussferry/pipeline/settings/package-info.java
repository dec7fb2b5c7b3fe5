/** The settings of one pipeline. */
@NullMarked
package io.gaussferry.pipeline.settings;

import org.jspecify.annotations.NullMarked;
