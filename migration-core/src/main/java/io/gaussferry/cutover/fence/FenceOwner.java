package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.state.Cutover;

/**
 * The owner of a fence, which alone may release it. The epoch of the pipeline's progress proves that a daemon acts for the owner.
 *
 * @param pipeline of the cutover
 * @param cutover the attempt; two migrations may have pipelines of the same name
 */
public record FenceOwner(String pipeline, String cutover) {

    /** Returns the owner of the fences of an attempt. */
    public static FenceOwner of(String pipeline, Cutover cutover) {
        return new FenceOwner(pipeline, cutover.id());
    }
}
