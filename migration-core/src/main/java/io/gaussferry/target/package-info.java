/**
 * The contract with the database that is the target: everything in which products differ, except their types. Each
 * product implements it in a package below this one; no other code asks for the product.
 */
@NullMarked
package io.gaussferry.target;

import org.jspecify.annotations.NullMarked;
