package io.gaussferry.app.config;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * The keys below {@code gaussferry} that concern the daemon alone. {@code config/gaussferry.yml} explains each.
 *
 * @param verify how much the daemon compares meanwhile
 * @param http where the daemon can be seen and steered
 * @param cutover how the migration is ended
 * @param certificate how certificates are signed
 */
record DaemonProperties(
        @DefaultValue Verify verify,
        @DefaultValue HttpProperties http,
        @DefaultValue CutoverProperties cutover,
        @DefaultValue CertificateProperties certificate) {

    record Verify(@DefaultValue("0") int share) {}

    /**
     * Checks the values and puts them into the daemon's own settings.
     *
     * @param settings what its pipeline is told
     * @param base directory of the configuration file
     * @param formerNames what the file still calls by a former name
     */
    DaemonSettings toSettings(PipelineSettings settings, Path base, List<String> formerNames) {
        HttpSettings httpSettings = http.toSettings(settings.name(), base);
        Requirements.range("gaussferry.verify.share", verify.share(), 0, 100);
        return new DaemonSettings(
                settings, httpSettings, verify.share(), formerNames, cutover.toSettings(settings.source(), base));
    }
}
