package io.gaussferry.objects.prove;

import io.gaussferry.objects.source.SourceObject;

/** Observes the proofs of objects, which may take minutes. */
@FunctionalInterface
public interface ProofListener {

    /** Observes nothing. */
    ProofListener NONE = (object, done, all) -> {};

    /**
     * The proof of an object starts. An object that only reads may be proven again, with generated rows.
     *
     * @param done number of objects that have been proven
     * @param all number of objects
     */
    void starts(SourceObject object, int done, int all);
}
