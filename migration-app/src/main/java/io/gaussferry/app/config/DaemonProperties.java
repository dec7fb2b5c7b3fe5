package io.gaussferry.app.config;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.control.MigrationSettings;
import io.gaussferry.control.VerifyProperties;
import io.gaussferry.cutover.settings.CutoverProperties;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * The keys below {@code gaussferry} that concern only the daemon. {@code config/gaussferry.yml} documents each.
 *
 * @param verify continuous verification
 * @param http the daemon's page and API
 * @param cutover the cutover
 * @param certificate the signing of certificates
 */
record DaemonProperties(
        @DefaultValue VerifyProperties verify,
        @DefaultValue HttpProperties http,
        @DefaultValue CutoverProperties cutover,
        @DefaultValue CertificateProperties certificate) {

    /**
     * Checks the values and converts them to the daemon's settings.
     *
     * @param settings the settings of the pipeline
     * @param base directory of the configuration file
     * @param formerNames warnings about keys that the file uses under a former name
     */
    DaemonSettings toSettings(PipelineSettings settings, Path base, List<String> formerNames) {
        HttpSettings httpSettings = http.toSettings(settings.name(), base);
        MigrationSettings migration =
                new MigrationSettings(settings, verify.checkedShare(), cutover.toSettings(settings.source(), base));
        return new DaemonSettings(migration, httpSettings, formerNames);
    }
}
