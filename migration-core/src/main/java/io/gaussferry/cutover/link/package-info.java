/** The two servers as a cutover talks to them. */
@NullMarked
package io.gaussferry.cutover.link;

import org.jspecify.annotations.NullMarked;
