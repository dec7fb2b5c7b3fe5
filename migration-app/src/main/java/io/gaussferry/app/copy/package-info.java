/** The command that copies tables while the other tables are replicated. */
@NullMarked
package io.gaussferry.app.copy;

import org.jspecify.annotations.NullMarked;
