package io.gaussferry.app.config;

import java.util.HashMap;
import java.util.Map;

/** The process's environment, as the placeholder resolver wants it. */
final class Environment {

    private Environment() {}

    static Map<String, Object> variables() {
        return new HashMap<>(System.getenv());
    }
}
