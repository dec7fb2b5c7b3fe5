package io.gaussferry.app.config;

import io.gaussferry.pipeline.settings.PipelineSettings;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the configuration of the migration. */
public final class ConfigurationOption {

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "The configuration of the migration; config/gaussferry.yml documents every key.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    /** Returns the configuration's file. */
    public Path file() {
        return file;
    }

    /** Reads the configuration. */
    public PipelineSettings read() {
        return ConfigurationFile.read(file);
    }
}
