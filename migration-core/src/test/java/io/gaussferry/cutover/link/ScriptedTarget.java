package io.gaussferry.cutover.link;

import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.time.Duration;
import java.util.function.Supplier;

/** Creates links to a target that answers by a script. */
public final class ScriptedTarget {

    private ScriptedTarget() {}

    /** Returns a link whose connections are scripted. */
    public static TargetLink link(ScriptedConnection script) {
        return new TargetLink(
                new TargetSettings(
                        "jdbc:opengauss://127.0.0.1:1/d", "u", "p", ForeignKeyPolicy.CREATE, Duration.ofSeconds(1)),
                opening(script::connection));
    }

    /** Returns what opens connections to an openGauss server. */
    static TargetLink.Opening opening(Supplier<Connection> connections) {
        return new TargetLink.Opening() {
            @Override
            public Connection open() {
                return connections.get();
            }

            @Override
            public TargetDialect dialect() {
                return new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "B", true));
            }
        };
    }
}
