package io.gaussferry.objects.prove;

import io.gaussferry.objects.source.SourceObject;

/** Observes the proofs of objects, which may take minutes. */
@FunctionalInterface
public interface ProofListener {

    /** Observes nothing. */
    ProofListener NONE = (object, done, all) -> {};

    /**
     * The proof of an object starts. The same object may be executed twice.
     *
     * @param done number of objects whose proofs have ended
     * @param all number of objects
     */
    void starts(SourceObject object, int done, int all);
}
