/**
 * The statements of an application, from the source's performance_schema, logs of MySQL, scripts and mappers. Distinct statements are those that
 * differ in more than their literals. Knows nothing of the target.
 */
@NullMarked
package io.gaussferry.application.collect;

import org.jspecify.annotations.NullMarked;
