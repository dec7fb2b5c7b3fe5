/** Classifies statements by their effect on tables and rows. */
@NullMarked
package io.gaussferry.ddl;

import org.jspecify.annotations.NullMarked;
