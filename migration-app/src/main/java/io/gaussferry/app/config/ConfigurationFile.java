package io.gaussferry.app.config;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
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
 * Reads a configuration file. {@code ${NAME}} in a value stands for an environment variable, so that a password need not be
 * in the file.
 */
public final class ConfigurationFile {

    private static final String ROOT = "gaussferry";

    private ConfigurationFile() {}

    /**
     * Reads the file and checks what concerns the migration.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static PipelineSettings read(Path file) {
        return settings(file, () -> properties(file).toSettings(directoryOf(file)));
    }

    /**
     * Reads the file and checks all of it.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static DaemonSettings readForDaemon(Path file) {
        return settings(file, () -> {
            FormerNames names = new FormerNames();
            return bind(binder(file, names), ROOT, GaussferryProperties.class)
                    .toDaemonSettings(directoryOf(file), names.found());
        });
    }

    /**
     * Reads and checks only what concerns the daemon's page and API: whoever steers a daemon need not know its passwords.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static HttpSettings readHttp(Path file) {
        return settings(file, () -> {
            Binder binder = binder(file, new FormerNames());
            String pipeline = binder.bind(ROOT + ".pipeline", String.class).orElse("default");
            return bind(binder, ROOT + ".http", HttpProperties.class).toSettings(pipeline, directoryOf(file));
        });
    }

    /**
     * Reads and checks only what concerns certificates.
     *
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    public static CertificateSettings readCertificate(Path file) {
        return settings(
                file,
                () -> bind(binder(file, new FormerNames()), ROOT + ".certificate", CertificateProperties.class)
                        .toSettings(directoryOf(file)));
    }

    private static GaussferryProperties properties(Path file) {
        return bind(binder(file, new FormerNames()), ROOT, GaussferryProperties.class);
    }

    private static Binder binder(Path file, FormerNames names) {
        List<PropertySource<?>> documents =
                load(file).stream().map(names::replace).collect(Collectors.toList());
        return new Binder(ConfigurationPropertySources.from(documents), placeholders());
    }

    private static <T> T bind(Binder binder, String key, Class<T> type) {
        return binder.bindOrCreate(key, Bindable.of(type), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
    }

    /** Every refusal names the file. */
    private static <T> T settings(Path file, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (BindException e) {
            throw describe(file, e);
        } catch (GaussferryException e) {
            throw new GaussferryException(e.category(), e.problem() + "\n  in: " + file, e.remedy(), e);
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
                    "give the path of an existing file to --config");
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
                    ErrorCategory.CONFIGURATION,
                    "The configuration file " + file + " is not YAML: " + reason(e),
                    "compare it with config/gaussferry.yml",
                    e);
        }
    }

    /** The parser's own message quotes the lines around the place: a password may stand there. */
    private static String reason(Exception failure) {
        if (failure instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            return marked.getProblem() + " (line " + (marked.getProblemMark().getLine() + 1) + ", column "
                    + (marked.getProblemMark().getColumn() + 1) + ").";
        }
        return failure instanceof YAMLException
                ? "it holds characters that YAML does not allow."
                : "it cannot be read.";
    }

    private static void requireRoot(Path file, List<PropertySource<?>> documents) {
        for (PropertySource<?> document : documents) {
            if (document instanceof EnumerablePropertySource<?> enumerable) {
                for (String name : enumerable.getPropertyNames()) {
                    if (!name.startsWith(ROOT + ".")) {
                        throw Requirements.refused(
                                "Unknown key " + name + " in " + file + ".", "all keys stand below " + ROOT + ":");
                    }
                }
            }
        }
    }

    private static PlaceholdersResolver placeholders() {
        MutablePropertySources environment = new MutablePropertySources();
        environment.addLast(new SystemEnvironmentPropertySource("environment", new HashMap<>(System.getenv())));
        // a variable that is not set must not stay in a value as it is written
        boolean ignoreUnset = false;
        return new PropertySourcesPlaceholdersResolver(
                environment, new PropertyPlaceholderHelper("${", "}", ":", '\\', ignoreUnset));
    }

    private static GaussferryException describe(Path file, BindException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnboundConfigurationPropertiesException unbound) {
                String keys = unbound.getUnboundProperties().stream()
                        .map(ConfigurationProperty::getName)
                        .map(Object::toString)
                        .sorted()
                        .collect(Collectors.joining(", "));
                return Requirements.refused(
                        "Unknown key " + keys + " in " + file + ".",
                        "remove it, or correct its spelling: config/gaussferry.yml has every key");
            }
        }
        ConfigurationProperty property = failure.getProperty();
        String key = property == null
                ? failure.getName().toString()
                : property.getName().toString();
        // the value itself is not shown: it may be a password
        return new GaussferryException(
                ErrorCategory.CONFIGURATION,
                "The value of " + key + " in " + file + " is not a "
                        + failure.getTarget().getType().toClass().getSimpleName()
                        + ", or names a variable that is not set.",
                "correct it; config/gaussferry.yml shows the form of each value",
                failure);
    }
}
