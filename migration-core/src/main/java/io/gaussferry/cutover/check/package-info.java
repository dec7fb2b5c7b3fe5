/** Whether a cutover would succeed, and how long it would take. */
@NullMarked
package io.gaussferry.cutover.check;

import org.jspecify.annotations.NullMarked;
