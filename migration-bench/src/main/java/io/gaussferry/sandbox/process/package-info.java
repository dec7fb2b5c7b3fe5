/** Directories and processes of the sandbox, and their removal. */
@NullMarked
package io.gaussferry.sandbox.process;

import org.jspecify.annotations.NullMarked;
