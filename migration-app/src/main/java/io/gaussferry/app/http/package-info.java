/** The page, the API, metrics and health of a running daemon. */
@NullMarked
package io.gaussferry.app.http;

import org.jspecify.annotations.NullMarked;
