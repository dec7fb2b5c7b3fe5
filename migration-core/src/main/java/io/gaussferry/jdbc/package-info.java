/** Single statements on catalogs and on Gaussferry's own tables. */
@NullMarked
package io.gaussferry.jdbc;

import org.jspecify.annotations.NullMarked;
