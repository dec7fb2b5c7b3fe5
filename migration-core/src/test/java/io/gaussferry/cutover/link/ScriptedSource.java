package io.gaussferry.cutover.link;

import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import java.sql.Connection;
import java.util.List;
import java.util.function.Supplier;

/** Creates links to a source made by a test. */
public final class ScriptedSource {

    /** The identity of the server that the link requires. */
    public static final String SERVER = "b";

    private ScriptedSource() {}

    /** Returns a link that opens its connections by a function. */
    public static SourceLink link(Supplier<Connection> connections) {
        return new SourceLink(
                new SourceSettings("jdbc:mysql://b/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT),
                () -> SERVER,
                server -> connections.get());
    }
}
