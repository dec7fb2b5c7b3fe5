/** The command {@code definitions}: what became of the source's changes of definitions, and what a person decides about them. */
@NullMarked
package io.gaussferry.app.definitions;

import org.jspecify.annotations.NullMarked;
