/** The findings of a preflight: problem, reason, remedy and location. */
@NullMarked
package io.gaussferry.preflight.finding;

import org.jspecify.annotations.NullMarked;
