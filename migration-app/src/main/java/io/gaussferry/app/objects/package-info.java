/** The command {@code objects}. */
@NullMarked
package io.gaussferry.app.objects;

import org.jspecify.annotations.NullMarked;
