/** What a change from one definition to another is on the target. Asks no server. */
@NullMarked
package io.gaussferry.ddl.translate;

import org.jspecify.annotations.NullMarked;
