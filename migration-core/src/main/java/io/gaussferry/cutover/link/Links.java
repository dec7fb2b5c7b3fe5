package io.gaussferry.cutover.link;

/**
 * The two servers of one pipeline, as an attempt talks to them.
 *
 * @param pipeline its name
 */
public record Links(String pipeline, SourceLink source, TargetLink target) implements AutoCloseable {

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
