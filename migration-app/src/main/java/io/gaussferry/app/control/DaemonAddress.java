package io.gaussferry.app.control;

import java.net.URI;

/** The address of the process that runs a pipeline. Confined to one thread. */
interface DaemonAddress {

    /** Returns the address of a path of the API, such as {@code /api/status}. */
    URI resolve(String path);

    /**
     * Looks for the process again, after the one at the address did not respond or no longer ran the pipeline.
     *
     * @return whether the request may be repeated; false if the address is fixed
     */
    boolean renew();

    /** Returns how often another process was found: requests that were not completed by then have to be repeated. */
    int moves();

    /** Returns a fixed address. */
    static DaemonAddress of(URI url) {
        return new DaemonAddress() {
            @Override
            public URI resolve(String path) {
                return url.resolve(path);
            }

            @Override
            public boolean renew() {
                return false;
            }

            @Override
            public int moves() {
                return 0;
            }

            @Override
            public String toString() {
                return url.toString();
            }
        };
    }
}
