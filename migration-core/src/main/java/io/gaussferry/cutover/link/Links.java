package io.gaussferry.cutover.link;

/**
 * The connections of one attempt to both servers.
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
