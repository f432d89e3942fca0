package org.lakeingest.sandbox.lake;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Checks who asks: {@code lake} with the password {@code lake}, and {@code root} without one. Stateless. */
final class Users {
    private static final int AUTHENTICATE_FAILURE = 5100;
    private static final int UNKNOWN_USER = 2201;
    private static final Map<String, String> PASSWORDS = Map.of("lake", "lake", "root", "");

    private Users() {}

    /** The name of the user; an answer 401 otherwise. */
    static String authenticate(HttpServletRequest request) {
        List<String> values = Collections.list(request.getHeaders("Authorization"));
        if (values.size() != 1) {
            throw refused(
                    AUTHENTICATE_FAILURE,
                    values.isEmpty() ? "No authorization header detected" : "Multiple authorization headers detected");
        }
        String value = values.get(0);
        if (value.startsWith("Bearer ")) {
            throw value.startsWith("Bearer bend-v1")
                    ? refused(5103, "session token not found")
                    : refused(AUTHENTICATE_FAILURE, "JWT is not configured");
        }
        if (!value.startsWith("Basic ")) {
            throw refused(AUTHENTICATE_FAILURE, "Unsupported authorization scheme");
        }
        String pair;
        try {
            pair = new String(Base64.getDecoder().decode(value.substring(6)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw refused(AUTHENTICATE_FAILURE, "Invalid Basic authorization");
        }
        int colon = pair.indexOf(':');
        String user = colon < 0 ? pair : pair.substring(0, colon);
        String password = PASSWORDS.get(user);
        if (password == null) {
            throw refused(UNKNOWN_USER, "User '" + user + "'@'%' does not exist.");
        }
        if (!password.equals(colon < 0 ? "" : pair.substring(colon + 1))) {
            throw refused(AUTHENTICATE_FAILURE, "wrong password");
        }
        return user;
    }

    private static HttpError refused(int code, String message) {
        return new HttpError(401, code, message);
    }
}
