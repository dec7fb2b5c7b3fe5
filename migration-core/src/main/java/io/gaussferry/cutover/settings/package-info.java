/** The settings of a cutover: its deadlines, its fence, and its hooks. */
@NullMarked
package io.gaussferry.cutover.settings;

import org.jspecify.annotations.NullMarked;
