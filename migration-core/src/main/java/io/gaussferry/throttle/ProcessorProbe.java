package io.gaussferry.throttle;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;

/** Reads the processor time of the machine that this process runs on, other processes included. */
final class ProcessorProbe implements LoadProbe {

    private static final int PERCENT = 100;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    @Override
    public String subject() {
        return "the daemon's machine";
    }

    @Override
    public Set<LoadFigure> figures() {
        return Set.of(LoadFigure.PROCESSOR_USE);
    }

    /** The first answer after the start of the process may be missing. */
    @Override
    public Map<LoadFigure, Double> read() {
        double used = system.getCpuLoad();
        return used < 0 ? Map.of() : Map.of(LoadFigure.PROCESSOR_USE, used * PERCENT);
    }

    @Override
    public void close() {
        // has no connection
    }
}
