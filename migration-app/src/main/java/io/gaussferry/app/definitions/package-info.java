/** The command {@code definitions}: lists the source's DDL statements with their outcome and records the operator's decisions. */
@NullMarked
package io.gaussferry.app.definitions;

import org.jspecify.annotations.NullMarked;
