package io.gaussferry.app.config;

import io.gaussferry.control.MigrationSettings;
import java.util.List;

/**
 * The daemon's settings.
 *
 * @param migration the migration
 * @param http the daemon's page and API
 * @param formerNames one warning for each key that the file uses under a former name, with the present name
 */
public record DaemonSettings(MigrationSettings migration, HttpSettings http, List<String> formerNames) {}
