package io.gaussferry.app.http;

import io.gaussferry.error.RowValues;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes the texts of every answer: values of rows that are marked in one are left out, unless the request has shown the token. What is
 * written on a thread that serves no request goes to pages, and is written without them.
 */
final class ShownText extends StdSerializer<String> {

    /** An attribute of requests that have shown the token. */
    static final String TOKEN_SHOWN = "gaussferry.token-shown";

    ShownText() {
        super(String.class);
    }

    @Override
    public void serialize(String text, JsonGenerator generator, SerializationContext context) {
        generator.writeString(isTokenShown() ? text : RowValues.hidden(text));
    }

    private static boolean isTokenShown() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request != null && request.getAttribute(TOKEN_SHOWN, RequestAttributes.SCOPE_REQUEST) != null;
    }
}
