/** Connections to MySQL, its versions, and where its history of changes begins and ends. */
@NullMarked
package io.gaussferry.mysql;

import org.jspecify.annotations.NullMarked;
