/**
 * Two throwaway servers, a MySQL and an openGauss (or its stand-in), with minimal requirements for the machine: given
 * addresses, a container engine, or programs fetched into the user's cache, in that order.
 *
 * <p>Owns finding and starting servers, and removing all traces of them, however this process ends. Does not own the work on
 * these servers.
 */
@NullMarked
package io.gaussferry.sandbox;

import org.jspecify.annotations.NullMarked;
