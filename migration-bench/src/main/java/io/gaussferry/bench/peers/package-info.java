/**
 * Compares Gaussferry with other tools: each copies the same tables and applies the same backlog on the same servers, one after the other.
 * The content of both sides is compared afterwards, so that no tool gets a figure for work that it left out.
 */
@NullMarked
package io.gaussferry.bench.peers;

import org.jspecify.annotations.NullMarked;
