/** The signed document about a migration: written from the records of both servers, and checked against them. */
@NullMarked
package io.gaussferry.app.certificate;

import org.jspecify.annotations.NullMarked;
