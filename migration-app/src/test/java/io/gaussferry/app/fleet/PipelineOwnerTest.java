package io.gaussferry.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipelineOwnerTest {

    private static final URI DEAD = URI.create("http://127.0.0.1:1");

    @Test
    void findsOwnerByAnyWorkerThatResponds() throws Exception {
        assertThat(find("\"pipeline\":\"shops-eu\",\"epoch\":7,\"control\":\"http://10.0.0.7:7434/\""))
                .isEqualTo(new PipelineOwner(URI.create("http://10.0.0.7:7434/"), 7));
    }

    /** A worker that listens on all addresses reports none that a client can connect to. */
    @Test
    void usesWorkersHostInsteadOfWildcard() throws Exception {
        assertThat(find("\"pipeline\":\"shops-eu\",\"epoch\":7,\"control\":\"http://0.0.0.0:7434/\"")
                        .url())
                .isEqualTo(URI.create("http://worker-1:7434/"));
        assertThat(find("\"pipeline\":\"shops-eu\",\"epoch\":7,\"control\":\"http://[::]:7434/\"")
                        .url())
                .isEqualTo(URI.create("http://worker-1:7434/"));
    }

    @Test
    void namesReasonIfNoWorkerListens() {
        assertThatThrownBy(() -> find("\"pipeline\":\"shops-eu\",\"epoch\":7"))
                .hasMessageContaining("does not listen for commands")
                .hasMessageContaining("gaussferry.fleet.control-listener");
        assertThatThrownBy(() -> find("\"pipeline\":\"another\",\"epoch\":7"))
                .hasMessageContaining("has reported no pipeline \"shops-eu\"");
    }

    private static PipelineOwner find(String offset) throws Exception {
        try (FakeConnect fleet = new FakeConnect()) {
            fleet.hasFleetOf(
                    "{\"id\": 0, \"state\": \"RUNNING\", \"worker_id\": \"worker-1:8083\"}",
                    "{\"id\": 1, \"state\": \"RUNNING\", \"worker_id\": \"worker-2:8083\"}",
                    "{\"partition\": {\"source\": \"eu\"}, \"offset\": {\"state\": \"REPLAYING\"," + offset + "}}");
            return PipelineOwner.find(List.of(DEAD, URI.create(fleet.url())), "shops-eu");
        }
    }
}
