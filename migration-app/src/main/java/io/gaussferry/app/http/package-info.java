/** Lets people and programs see and steer a running daemon: a page, an API, metrics and health. Replicates nothing itself. */
@NullMarked
package io.gaussferry.app.http;

import org.jspecify.annotations.NullMarked;
