package io.gaussferry.opengauss;

import java.sql.SQLException;
import org.opengauss.util.PSQLException;
import org.opengauss.util.ServerErrorMessage;

/** Reads the position of an error in the SQL that the target has refused. */
public final class ErrorPosition {

    private ErrorPosition() {}

    /** Returns the position, from 1; 0 if the target does not name one. */
    public static int of(SQLException failure) {
        ServerErrorMessage message = failure instanceof PSQLException target ? target.getServerErrorMessage() : null;
        return message == null ? 0 : message.getPosition();
    }
}
