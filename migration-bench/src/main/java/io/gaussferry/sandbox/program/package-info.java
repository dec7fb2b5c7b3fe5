/** The servers' programs: fetched, unpacked and kept. */
@NullMarked
package io.gaussferry.sandbox.program;

import org.jspecify.annotations.NullMarked;
