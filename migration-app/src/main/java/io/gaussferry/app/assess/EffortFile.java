package io.gaussferry.app.assess;

import io.gaussferry.assess.EffortMinutes;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads the user's estimates: a properties file with the minutes of one item of each rule. */
final class EffortFile {

    private EffortFile() {}

    /** @param spec the command, for the report of an invalid file */
    static EffortMinutes read(Path file, CommandSpec spec) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "The file " + file + " of --effort cannot be read", e);
        }
        Map<String, Double> minutes = new HashMap<>();
        for (String rule : properties.stringPropertyNames()) {
            minutes.put(rule, minutes(rule, properties.getProperty(rule), file, spec));
        }
        return new EffortMinutes(minutes);
    }

    private static double minutes(String rule, String text, Path file, CommandSpec spec) {
        double minutes;
        try {
            minutes = Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            minutes = Double.NaN;
        }
        if (!(minutes >= 0) || Double.isInfinite(minutes)) {
            throw new ParameterException(
                    spec.commandLine(), "The minutes of " + rule + " in " + file + " are not a number: " + text);
        }
        return minutes;
    }
}
