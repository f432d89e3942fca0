package org.lakeingest.it.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Asks a lake over its HTTP protocol, by code of its own: the sink's client is under test and not to be trusted here. */
public final class Lake {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final URI base;
    private final String authorization;

    /** Takes a DSN of the form {@code http://user:password@host:port/...}. */
    public Lake(String dsn) {
        URI uri = URI.create(dsn);
        base = URI.create("http://" + uri.getHost() + ":" + uri.getPort());
        authorization = "Basic "
                + Base64.getEncoder().encodeToString(uri.getRawUserInfo().getBytes(StandardCharsets.UTF_8));
    }

    /** All rows of the answer, cells as the lake printed them; a null cell is the text {@code NULL}. */
    public List<List<String>> rows(String sql) {
        ObjectNode body = JSON.createObjectNode().put("sql", sql);
        JsonNode answer = send(HttpRequest.newBuilder(base.resolve("/v1/query"))
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .header("Content-Type", "application/json"));
        List<List<String>> rows = new ArrayList<>();
        while (true) {
            if (!answer.path("error").isNull() && !answer.path("error").isMissingNode()) {
                throw new IllegalStateException("the lake refused " + sql + ": " + answer.get("error"));
            }
            answer.path("data").forEach(row -> rows.add(cells(row)));
            if (answer.path("next_uri").isNull() || answer.path("next_uri").isMissingNode()) {
                return rows;
            }
            answer = send(
                    HttpRequest.newBuilder(base.resolve(answer.get("next_uri").asText()))
                            .GET());
        }
    }

    /** A cell of a VARIANT; SQL NULL, which is not the null of JSON, is a missing node. */
    public static JsonNode json(String cell) {
        try {
            return cell.equals("NULL") ? JSON.missingNode() : JSON.readTree(cell);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("not JSON: " + cell, e);
        }
    }

    /** The only cell of the only row. */
    public long number(String sql) {
        return Long.parseLong(rows(sql).get(0).get(0));
    }

    /** Whether the table exists and can be read. */
    public boolean has(String table) {
        try {
            rows("SELECT count(*) FROM " + table);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static List<String> cells(JsonNode row) {
        List<String> cells = new ArrayList<>();
        row.forEach(cell -> cells.add(cell.isNull() ? "NULL" : cell.asText()));
        return cells;
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(
                    request.header("Authorization", authorization)
                            .timeout(Duration.ofMinutes(2))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException("the lake answered " + response.statusCode() + ": " + response.body());
            }
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
