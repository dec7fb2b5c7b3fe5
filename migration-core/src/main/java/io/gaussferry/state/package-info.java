/**
 * Gaussferry's own tables, on the target in schema {@code gaussferry} and in MySQL in database {@code gaussferry}: their definitions are the
 * numbered scripts in this package's resources, and {@code gaussferry.schema_version} on each server lists the scripts that were executed there.
 *
 * <p>A daemon creates or upgrades the tables before it uses them, and refuses tables of a newer version. To change a table, add a script and
 * its {@link io.gaussferry.state.SchemaVersion}; never change a script that was released.
 */
@NullMarked
package io.gaussferry.state;

import org.jspecify.annotations.NullMarked;
