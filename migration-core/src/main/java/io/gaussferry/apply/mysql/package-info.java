/** MySQL as the target of the way back: its statements, and Gaussferry's own rows there. */
@NullMarked
package io.gaussferry.apply.mysql;

import org.jspecify.annotations.NullMarked;
