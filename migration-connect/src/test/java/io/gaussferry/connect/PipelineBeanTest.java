package io.gaussferry.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** The attributes of a pipeline that has not started; needs no servers. */
class PipelineBeanTest {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final RunningPipeline pipeline = new RunningPipeline(ConnectorSettings.read(new HashMap<>(Map.of(
                    "name", "jmx",
                    "gaussferry.source.url", "jdbc:mysql://127.0.0.1:1/",
                    "gaussferry.source.user", "u",
                    "gaussferry.target.url", "jdbc:opengauss://127.0.0.1:1/t",
                    "gaussferry.target.user", "g")))
            .sources()
            .get(0)
            .migration());

    @Test
    void showsStateAndFigures() throws Exception {
        ObjectName name = new ObjectName("io.gaussferry:type=pipeline,name=\"jmx\"");
        try (PipelineBean bean = new PipelineBean(pipeline)) {
            assertThat(Stream.of(server.getMBeanInfo(name).getAttributes())
                            .map(MBeanAttributeInfo::getName)
                            .toList())
                    .contains(
                            "State",
                            "Epoch",
                            "LagSeconds",
                            "Transactions",
                            "BehindTransactions",
                            "PendingTransactions",
                            "BufferedBytes",
                            "StalledSeconds",
                            "ReverseLagSeconds")
                    .doesNotHaveDuplicates();
            List<Attribute> read = server.getAttributes(name, new String[] {
                        "State", "BehindTransactions", "LagSeconds", "StalledSeconds", "Paused", "Missing"
                    })
                    .asList();
            assertThat(read)
                    .containsExactly(
                            new Attribute("State", "STARTING"),
                            new Attribute("BehindTransactions", -1L),
                            new Attribute("LagSeconds", 0.0),
                            new Attribute("StalledSeconds", 0.0),
                            new Attribute("Paused", false));
            assertThatThrownBy(() -> bean.getAttribute("Missing")).isInstanceOf(AttributeNotFoundException.class);
        }
        assertThatThrownBy(() -> server.getMBeanInfo(name)).isInstanceOf(InstanceNotFoundException.class);
    }
}
