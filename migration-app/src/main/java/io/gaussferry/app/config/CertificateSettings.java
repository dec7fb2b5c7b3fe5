package io.gaussferry.app.config;

import java.nio.file.Path;

/**
 * How certificates are signed.
 *
 * @param keyFile has the key; is made where there is none
 */
public record CertificateSettings(Path keyFile) {}
