/** Connections of a cutover to the two servers. */
@NullMarked
package io.gaussferry.cutover.link;

import org.jspecify.annotations.NullMarked;
