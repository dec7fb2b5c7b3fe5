package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.state.Cutover;

/**
 * Who raised a fence, and may release it. That a daemon acts for its owner is proven by the epoch of the pipeline's progress.
 *
 * @param pipeline whose cutover it is
 * @param cutover the attempt; two migrations may have pipelines of the same name
 */
public record FenceOwner(String pipeline, String cutover) {

    /** The owner of the fences of an attempt. */
    public static FenceOwner of(String pipeline, Cutover cutover) {
        return new FenceOwner(pipeline, cutover.id());
    }
}
