/** An assessment of one migration before it starts: what is there, what has to be decided, and how long the migration takes. Changes nothing on either side. */
@NullMarked
package io.gaussferry.assess;

import org.jspecify.annotations.NullMarked;
