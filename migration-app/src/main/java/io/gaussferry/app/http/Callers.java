package io.gaussferry.app.http;

import io.gaussferry.control.Caller;
import jakarta.servlet.http.HttpServletRequest;

/** Names the client of a request. Stateless. */
final class Callers {

    private Callers() {}

    static Caller of(HttpServletRequest request) {
        return new Caller(request.getRemoteAddr());
    }
}
