package io.gaussferry.cutover;

import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.Precheck;
import io.gaussferry.cutover.compare.ComparisonRehearsal;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.objects.DeferredObjects;
import io.gaussferry.cutover.objects.ObjectRehearsal;
import io.gaussferry.cutover.objects.Preparation;
import io.gaussferry.cutover.rehearse.Rehearsal;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.TargetJournal;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseRehearsal;

/** Creates what runs before a cutover and refuses no writer: the check, the rehearsal, and the preparation of a later cutover. Thread-safe. */
final class RehearsalFactory {

    private final ComponentFactory components;

    RehearsalFactory(ComponentFactory components) {
        this.components = components;
    }

    /** Removes the slot of a rehearsal whose daemon was killed: it retains the target's log. */
    void removeRemainsOfRehearsal() {
        new ReverseRehearsal(components.reverse(), components.journal(components.links())).removeRemains();
    }

    /**
     * Returns the conditions that would make a cutover fail; changes nothing.
     *
     * @param isArmed whether the cutover is to arm reverse replication
     */
    CutoverCheck check(VerifyMode verify, boolean isArmed) throws InterruptedException {
        try (Links links = components.links()) {
            TargetJournal journal = components.journal(links);
            return new Precheck(
                            links,
                            components.settings(),
                            components.ownUsers(),
                            components.objects(links, journal),
                            components.fence(links.source()),
                            components.replay(),
                            components.forecaster(links, journal),
                            new ReverseArming(components.reverse(), journal))
                    .run(verify, isArmed);
        }
    }

    /** Creates a rehearsal. */
    Rehearsed rehearsed() {
        Links links = components.links();
        TargetJournal journal = components.journal(links);
        return new Rehearsed(
                links,
                new Rehearsal(
                        links,
                        new Rehearsal.Parts(
                                this::check,
                                components.forecaster(links, journal)::predict,
                                new ComparisonRehearsal(links, components::verifySettings, components.verified()),
                                new ObjectRehearsal(components.objects(links, journal), links.target()),
                                components.slot(journal, true)::run)));
    }

    /** The components of a rehearsal; closing it closes the connections. */
    record Rehearsed(Links links, Rehearsal rehearsal) implements AutoCloseable {

        @Override
        public void close() {
            links.close();
        }
    }

    /** Creates the components of a preparation without a cutover. */
    Prepared prepared() {
        Links links = components.links();
        TargetJournal journal = components.journal(links);
        return new Prepared(links, components.preparation(links, journal), components.objects(links, journal));
    }

    /** The components of a preparation; closing it closes the connections. */
    record Prepared(Links links, Preparation preparation, DeferredObjects objects) implements AutoCloseable {

        @Override
        public void close() {
            links.close();
        }
    }
}
