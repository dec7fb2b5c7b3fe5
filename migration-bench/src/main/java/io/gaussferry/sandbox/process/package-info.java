/** Directories and processes of the sandbox that leave nothing behind. */
@NullMarked
package io.gaussferry.sandbox.process;

import org.jspecify.annotations.NullMarked;
