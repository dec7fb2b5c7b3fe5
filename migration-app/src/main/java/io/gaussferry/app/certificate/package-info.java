/** The signed document about a migration: made of what both servers know, and checked again. */
@NullMarked
package io.gaussferry.app.certificate;

import org.jspecify.annotations.NullMarked;
