/** What one pipeline is told. */
@NullMarked
package io.gaussferry.pipeline.settings;

import org.jspecify.annotations.NullMarked;
