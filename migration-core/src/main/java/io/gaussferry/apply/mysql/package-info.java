/** MySQL as the target of reverse replication: its statements, and Gaussferry's own rows there. */
@NullMarked
package io.gaussferry.apply.mysql;

import org.jspecify.annotations.NullMarked;
