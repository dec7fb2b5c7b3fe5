/**
 * Two throwaway servers, a MySQL and an openGauss (or its stand-in), with as little asked of the machine as possible:
 * given addresses, a container engine, or programs fetched into the user's cache, in that order.
 *
 * <p>Owns: finding and starting servers, and leaving nothing behind, however this process ends. Refuses to own: what
 * happens on those servers.
 */
@NullMarked
package io.gaussferry.sandbox;

import org.jspecify.annotations.NullMarked;
