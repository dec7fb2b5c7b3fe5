/** The rules that all HTTP servers of the programs share: which requests get a response, and what a browser may do with it. */
@NullMarked
package io.gaussferry.http;

import org.jspecify.annotations.NullMarked;
