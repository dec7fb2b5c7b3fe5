package io.gaussferry.verify.compare;

import java.sql.Connection;

/** Of two sides that nobody writes to, and that are at the same place: whatever differs then is different. Stateless. */
public final class StandStillWatch extends PositionWatch {

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
