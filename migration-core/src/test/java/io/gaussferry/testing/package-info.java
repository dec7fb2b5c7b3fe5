/** Common parts of tests: tables of integers and row images of them, made by hand. */
@NullMarked
package io.gaussferry.testing;

import org.jspecify.annotations.NullMarked;
