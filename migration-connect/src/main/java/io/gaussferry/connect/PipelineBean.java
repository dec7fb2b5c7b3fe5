package io.gaussferry.connect;

import io.gaussferry.status.Figure.Single;
import io.gaussferry.status.Figure.Type;
import io.gaussferry.status.Figures;
import io.gaussferry.status.MigrationStatus;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers a pipeline with JMX until it is closed: its state, and every figure with one value as an attribute. Thread-safe. */
final class PipelineBean implements DynamicMBean, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PipelineBean.class);

    private static final String STATE = "State";

    /** Stands for an unknown whole number. */
    private static final long UNKNOWN = -1;

    private static final MBeanInfo INFO = new MBeanInfo(
            PipelineBean.class.getName(),
            "A pipeline of Gaussferry",
            Stream.concat(
                            Stream.of(attribute(STATE, String.class, "The state of the pipeline.")),
                            Figures.SINGLE.stream()
                                    .map(figure -> attribute(
                                            figure.attribute(),
                                            type(figure.type()),
                                            figure.description().sentence())))
                    .toArray(MBeanAttributeInfo[]::new),
            null,
            null,
            null);

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

    private static MBeanAttributeInfo attribute(String name, Class<?> type, String description) {
        return new MBeanAttributeInfo(name, type.getName(), description, true, false, false);
    }

    private static Class<?> type(Type type) {
        return switch (type) {
            case FLAG -> boolean.class;
            case WHOLE -> long.class;
            case RATE, REAL -> double.class;
        };
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return INFO;
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException {
        MigrationStatus status = pipeline.migrationStatus();
        if (attribute.equals(STATE)) {
            return status.state();
        }
        return Figures.SINGLE.stream()
                .filter(figure -> figure.attribute().equals(attribute))
                .findFirst()
                .map(figure -> value(figure, status))
                .orElseThrow(() -> new AttributeNotFoundException(attribute));
    }

    private static Object value(Single figure, MigrationStatus status) {
        double number = figure.number(status);
        return switch (figure.type()) {
            case FLAG -> number != 0;
            case WHOLE -> Double.isNaN(number) ? UNKNOWN : (long) number;
            case RATE, REAL -> number;
        };
    }

    @Override
    public AttributeList getAttributes(String[] attributes) {
        AttributeList found = new AttributeList();
        Arrays.stream(attributes).forEach(attribute -> {
            try {
                found.add(new Attribute(attribute, getAttribute(attribute)));
            } catch (AttributeNotFoundException e) {
                LOG.debug("JMX requests an unknown attribute: {}", e.getMessage());
            }
        });
        return found;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " cannot be changed");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public @Nullable Object invoke(String action, Object[] parameters, String[] signature) {
        throw new UnsupportedOperationException("a pipeline has no operations in JMX");
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
