/**
 * The contract with the database that is the target: the differences between products, except their types. Each product
 * implements it in a package below this one. No other code asks for the product.
 */
@NullMarked
package io.gaussferry.target;

import org.jspecify.annotations.NullMarked;
