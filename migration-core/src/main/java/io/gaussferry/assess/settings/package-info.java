/** The settings of an assessment. */
@NullMarked
package io.gaussferry.assess.settings;

import org.jspecify.annotations.NullMarked;
