package io.gaussferry.connect;

import io.gaussferry.pipeline.status.PipelineStatus;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers a pipeline with JMX until it is closed. Thread-safe. */
final class PipelineBean implements PipelineMXBean, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PipelineBean.class);

    private final RunningPipeline pipeline;
    private final String name;

    PipelineBean(RunningPipeline pipeline) {
        this.pipeline = pipeline;
        this.name = "io.gaussferry:type=pipeline,name="
                + ObjectName.quote(pipeline.settings().name());
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(name));
        } catch (JMException e) {
            // an earlier task of the same pipeline may not have ended yet; this task must replicate nevertheless
            LOG.warn("Cannot register {} with JMX: {}", name, e.getMessage());
        }
    }

    @Override
    public String getState() {
        return pipeline.state();
    }

    @Override
    public long getEpoch() {
        return pipeline.epoch();
    }

    @Override
    public double getLagSeconds() {
        return pipeline.status().lagSeconds();
    }

    @Override
    public long getTransactions() {
        return pipeline.statistics().transactions();
    }

    @Override
    public long getBehindTransactions() {
        Long behind = pipeline.status().behindTransactions();
        return behind == null ? -1 : behind;
    }

    @Override
    public long getPendingTransactions() {
        return pipeline.status().pendingTransactions();
    }

    @Override
    public long getBufferedBytes() {
        PipelineStatus status = pipeline.status();
        return status.queueBytes() + status.applierBytes();
    }

    @Override
    public double getStalledSeconds() {
        PipelineStatus.Stall stall = pipeline.status().stall();
        return stall == null ? 0 : stall.seconds();
    }

    @Override
    public void close() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(name));
        } catch (JMException e) {
            LOG.debug("{} was not registered with JMX: {}", name, e.getMessage());
        }
    }
}
