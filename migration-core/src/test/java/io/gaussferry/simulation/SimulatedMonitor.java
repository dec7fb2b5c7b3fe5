package io.gaussferry.simulation;

import io.gaussferry.schedule.order.Monitor;

/** A monitor whose threads are scheduled by the conductor. */
final class SimulatedMonitor implements Monitor {

    private final Conductor conductor;
    private boolean inside;
    private long wakes;

    SimulatedMonitor(Conductor conductor) {
        this.conductor = conductor;
    }

    @Override
    public void enter() {
        conductor.await(() -> !inside, NO_TIMEOUT);
        inside = true;
    }

    @Override
    public void leave() {
        inside = false;
    }

    @Override
    public void await(long nanos) {
        long seen = wakes;
        inside = false;
        conductor.await(() -> wakes > seen && !inside, nanos);
        conductor.await(() -> !inside, NO_TIMEOUT);
        inside = true;
    }

    @Override
    public void wakeAll() {
        wakes++;
    }

    @Override
    public long nanoTime() {
        return conductor.nanos();
    }

    @Override
    public long currentMillis() {
        return conductor.nanos() / 1_000_000;
    }
}
