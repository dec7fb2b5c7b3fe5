package io.gaussferry.opengauss;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Keeps sessions open after errors that do not end them. By default the pool closes a session when the server reports an unsupported feature,
 * which openGauss does for statements of objects that it refuses.
 */
public final class UsableSessions implements SQLExceptionOverride {

    private static final String UNSUPPORTED_FEATURE = "0A000";

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        return UNSUPPORTED_FEATURE.equals(failure.getSQLState())
                ? SQLExceptionOverride.Override.DO_NOT_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
