package io.gaussferry.verify.compare;

import java.sql.Connection;

/** Watch of two sides without writers and at the same position: every difference is final. Stateless. */
public final class IdleSidesWatch extends PositionWatch {

    private enum Only implements Place {
        PLACE
    }

    @Override
    public boolean sourceFollows() {
        return true;
    }

    @Override
    public Place now(Connection source) {
        return Only.PLACE;
    }

    @Override
    protected boolean isPassed(Place place) {
        return true;
    }

    @Override
    protected Object reached() {
        return Only.PLACE;
    }
}
