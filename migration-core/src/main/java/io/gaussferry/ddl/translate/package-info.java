/** Translates changes of definitions to changes of the target. Queries no server. */
@NullMarked
package io.gaussferry.ddl.translate;

import org.jspecify.annotations.NullMarked;
