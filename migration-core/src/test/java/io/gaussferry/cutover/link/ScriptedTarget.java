package io.gaussferry.cutover.link;

import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.testing.ScriptedConnection;
import java.time.Duration;

/** Creates links to a target that answers by a script. */
public final class ScriptedTarget {

    private ScriptedTarget() {}

    /** Returns a link whose connections are scripted. */
    public static TargetLink link(ScriptedConnection script) {
        return new TargetLink(
                new TargetSettings(
                        "jdbc:opengauss://127.0.0.1:1/d", "u", "p", ForeignKeyPolicy.CREATE, Duration.ofSeconds(1)),
                script::connection);
    }
}
