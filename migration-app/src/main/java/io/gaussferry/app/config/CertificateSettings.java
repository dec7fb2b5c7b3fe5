package io.gaussferry.app.config;

import java.nio.file.Path;

/**
 * Settings for signing certificates.
 *
 * @param keyFile the file of the private key; created if it does not exist
 */
public record CertificateSettings(Path keyFile) {}
