package io.gaussferry.app.http;

import io.gaussferry.error.RowValueMarks;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Serializes all strings of responses. Omits marked row values, unless the request carried the token. Strings that are written on a thread
 * that serves no request go to event streams, and never contain row values.
 */
final class RowValueMasking extends StdSerializer<String> {

    /** The attribute of requests that carried the valid token. */
    static final String TOKEN_ACCEPTED = "gaussferry.token-shown";

    RowValueMasking() {
        super(String.class);
    }

    @Override
    public void serialize(String text, JsonGenerator generator, SerializationContext context) {
        generator.writeString(isTokenAccepted() ? text : RowValueMarks.hidden(text));
    }

    private static boolean isTokenAccepted() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request != null && request.getAttribute(TOKEN_ACCEPTED, RequestAttributes.SCOPE_REQUEST) != null;
    }
}
