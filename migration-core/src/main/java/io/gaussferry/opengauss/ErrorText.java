package io.gaussferry.opengauss;

import java.sql.SQLException;
import org.opengauss.util.PSQLException;
import org.opengauss.util.ServerErrorMessage;

/** Reads an error's message without what the driver adds to it. It may quote row values. */
public final class ErrorText {

    private ErrorText() {}

    /** Returns the server's message; the driver's if the error is not the server's. */
    public static String of(SQLException failure) {
        ServerErrorMessage message = failure instanceof PSQLException target ? target.getServerErrorMessage() : null;
        String text = message == null ? null : message.getMessage();
        return text == null ? String.valueOf(failure.getMessage()) : text;
    }
}
