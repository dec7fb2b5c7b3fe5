package io.gaussferry.app.config;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.Requirements;
import java.nio.file.Path;

/** The keys below {@code gaussferry.certificate}. {@code config/gaussferry.yml} documents each. */
record CertificateProperties(
        @DefaultValue("gaussferry-certificate.key") String keyFile) {

    /** @param base directory of the configuration file, against which relative paths are resolved */
    CertificateSettings toSettings(Path base) {
        return new CertificateSettings(base.resolve(Requirements.notBlank("gaussferry.certificate.key-file", keyFile)));
    }
}
