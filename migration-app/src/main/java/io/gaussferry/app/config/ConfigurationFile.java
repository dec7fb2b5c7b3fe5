package io.gaussferry.app.config;

import io.gaussferry.assess.settings.AssessmentSettings;
import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.FormerNames;
import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.configuration.SettingsBinder;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.util.PropertyPlaceholderHelper;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads a configuration file. {@code ${NAME}} in a value is replaced by an environment variable, so that passwords need not be in
 * the file.
 */
public final class ConfigurationFile {

    private static final String ROOT = "gaussferry";

    private ConfigurationFile() {}

    /**
     * Reads the file and checks the keys of the migration.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static PipelineSettings read(Path file) {
        return settings(file, () -> bind(file, new FormerNames()).pipeline().toSettings(directoryOf(file)));
    }

    /**
     * Reads the file and checks the keys that an assessment needs. The section of the target may be absent.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static AssessmentSettings readForAssessment(Path file) {
        return settings(file, () -> bind(file, new FormerNames()).pipeline().toAssessment(directoryOf(file)));
    }

    /**
     * Reads and checks the account with which the cutover writes to the source.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static SourceSettings readCutoverAccount(Path file) {
        return settings(file, () -> {
            Whole whole = bind(file, new FormerNames());
            Path base = directoryOf(file);
            return whole.daemon()
                    .cutover()
                    .toSettings(whole.pipeline().toSettings(base).source(), base)
                    .source();
        });
    }

    /**
     * Reads the file and checks all keys.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static DaemonSettings readForDaemon(Path file) {
        return settings(file, () -> {
            FormerNames names = new FormerNames();
            Whole whole = bind(file, names);
            Path base = directoryOf(file);
            return whole.daemon().toSettings(whole.pipeline().toSettings(base), base, names.found());
        });
    }

    /**
     * Reads and checks only the keys of the daemon's page and API: an operator who controls a daemon need not know its passwords.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static HttpSettings readHttp(Path file) {
        return settings(file, () -> {
            SettingsBinder binder = binder(file, new FormerNames());
            String pipeline = binder.bind(ROOT, Name.class).pipeline();
            return section(binder, "http", HttpProperties.class).toSettings(pipeline, directoryOf(file));
        });
    }

    /**
     * Reads and checks only the keys of certificates.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static CertificateSettings readCertificate(Path file) {
        return settings(
                file,
                () -> section(binder(file, new FormerNames()), "certificate", CertificateProperties.class)
                        .toSettings(directoryOf(file)));
    }

    private static <T extends Record> T section(SettingsBinder binder, String name, Class<T> type) {
        T section = binder.bind(ROOT + "." + name, type);
        binder.requireNoOtherBelow(ROOT + "." + name);
        return section;
    }

    /** Only the pipeline's name. */
    record Name(@DefaultValue("default") String pipeline) {}

    /** All keys of a file. */
    private record Whole(PipelineProperties pipeline, DaemonProperties daemon) {}

    private static Whole bind(Path file, FormerNames names) {
        SettingsBinder binder = binder(file, names);
        Whole whole = new Whole(binder.bind(ROOT, PipelineProperties.class), binder.bind(ROOT, DaemonProperties.class));
        binder.requireNoOther();
        return whole;
    }

    private static SettingsBinder binder(Path file, FormerNames names) {
        Map<String, String> values = new LinkedHashMap<>();
        for (PropertySource<?> document : load(file)) {
            if (document instanceof EnumerablePropertySource<?> enumerable) {
                for (String key : enumerable.getPropertyNames()) {
                    values.putIfAbsent(key, String.valueOf(enumerable.getProperty(key)));
                }
            }
        }
        PlaceholdersResolver environment = placeholders();
        return new SettingsBinder(names.replace(values), text -> String.valueOf(environment.resolvePlaceholders(text)));
    }

    /** Adds the file's name to every error. */
    private static <T> T settings(Path file, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (GaussferryException e) {
            throw new GaussferryException(e.code(), e.category(), e.problem() + "\n  in: " + file, e.remedy(), e);
        }
    }

    private static Path directoryOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private static List<PropertySource<?>> load(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw Requirements.refused(
                    "The configuration file " + file + " cannot be read.",
                    "give the path of a readable file to --config");
        }
        try {
            List<PropertySource<?>> documents =
                    new YamlPropertySourceLoader().load(file.toString(), new FileSystemResource(file));
            requireRoot(file, documents);
            return documents;
        } catch (IOException | RuntimeException e) {
            if (e instanceof GaussferryException known) {
                throw known;
            }
            throw new GaussferryException(
                    ErrorCode.CONFIGURATION_UNREADABLE,
                    "The configuration file " + file + " is not YAML: " + reason(e),
                    "compare it with config/gaussferry.yml",
                    e);
        }
    }

    /** Returns the parser's reason without its excerpt of the file, which may contain a password. */
    private static String reason(Exception failure) {
        if (failure instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            return marked.getProblem() + " (line " + (marked.getProblemMark().getLine() + 1) + ", column "
                    + (marked.getProblemMark().getColumn() + 1) + ").";
        }
        return failure instanceof YAMLException
                ? "it contains characters that YAML does not allow."
                : "it cannot be parsed.";
    }

    private static void requireRoot(Path file, List<PropertySource<?>> documents) {
        for (PropertySource<?> document : documents) {
            if (document instanceof EnumerablePropertySource<?> enumerable) {
                for (String name : enumerable.getPropertyNames()) {
                    if (!name.startsWith(ROOT + ".")) {
                        throw Requirements.refused(
                                "Unknown key " + name + " in " + file + ".", "all keys are below " + ROOT + ":");
                    }
                }
            }
        }
    }

    private static PlaceholdersResolver placeholders() {
        MutablePropertySources environment = new MutablePropertySources();
        environment.addLast(new SystemEnvironmentPropertySource("environment", new HashMap<>(System.getenv())));
        // a variable that is not set must be an error, not a literal value
        boolean ignoreUnset = false;
        return new PropertySourcesPlaceholdersResolver(
                environment, new PropertyPlaceholderHelper("${", "}", ":", '\\', ignoreUnset));
    }
}
