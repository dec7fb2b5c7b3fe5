package io.gaussferry.pipeline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.SettingsBinder;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.testing.ScriptedConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tables are to be quarantined while the target does not respond. */
class QuarantineRetryTest {

    private static String unreachable() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "jdbc:opengauss://127.0.0.1:" + socket.getLocalPort() + "/g";
        }
    }

    private static PipelineSettings settings(String target) {
        return new SettingsBinder(
                        Map.of(
                                "gaussferry.pipeline", "p",
                                "gaussferry.source.url", "jdbc:mysql://not-used/",
                                "gaussferry.source.user", "u",
                                "gaussferry.source.password", "p",
                                "gaussferry.source.schemas", "s",
                                "gaussferry.target.url", target,
                                "gaussferry.target.user", "u",
                                "gaussferry.target.password", "p"),
                        UnaryOperator.identity())
                .bind("gaussferry", PipelineProperties.class)
                .toSettings(Path.of(""));
    }

    /** The next run reads the statement again. The daemon must not end because of a failover at this moment. */
    @Test
    void isRetriedWhenTheTargetRespondsAgain() throws IOException {
        DefinitionException change = new DefinitionException(
                new TransactionException(
                        ErrorCode.DEFINITION_HELD, ErrorCategory.FATAL, "A statement is held.", "decide", null, "a:1"),
                List.of(new TableId("s", "t")),
                null);
        IncrementalSnapshots copies = new IncrementalSnapshots(
                settings(unreachable()),
                ScriptedConnection.fake(ReplayHandle.class, (proxy, method, arguments) -> null),
                ScriptedConnection.fake(SnapshotPipeline.Factory.class, (proxy, method, arguments) -> null),
                ScriptedConnection.fake(PipelineListener.class, (proxy, method, arguments) -> null));
        assertThatThrownBy(() -> copies.quarantine(change, new Ownership("p", 1)))
                .isInstanceOfSatisfying(GaussferryException.class, failure -> {
                    assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY);
                    assertThat(failure.problem()).contains("quarantine tables [s.t]");
                });
    }
}
