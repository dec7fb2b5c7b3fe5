/** What a preflight finds: problem, reason, remedy and place. */
@NullMarked
package io.gaussferry.preflight.finding;

import org.jspecify.annotations.NullMarked;
