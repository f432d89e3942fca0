package org.lakeingest.app.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.lakeingest.app.cli.CommandFailure;

/** Asks the lake in SQL over HTTP, as anyone with curl would, and shares no code with the sink. Confined to one thread. */
final class LakeQuery {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final URI address;
    private final String authorization;

    LakeQuery(String address, String user, String password) {
        this.address = URI.create(address);
        this.authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Runs a statement and answers all its rows, each cell as text. */
    List<List<String>> rows(String sql) throws InterruptedException {
        try {
            String body = json.writeValueAsString(Map.of("sql", sql));
            JsonNode page = send(request(URI.create(address + "/v1/query"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build());
            List<List<String>> rows = new ArrayList<>();
            add(page, sql, rows);
            while (page.hasNonNull("next_uri")) {
                page = send(request(address.resolve(page.get("next_uri").asText()))
                        .GET()
                        .build());
                add(page, sql, rows);
            }
            return rows;
        } catch (IOException e) {
            throw new CommandFailure(1, "the lake at " + address + " does not answer: " + e.getMessage(), e);
        }
    }

    private HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(TIMEOUT).header("Authorization", authorization);
    }

    private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode());
        }
        return json.readTree(response.body());
    }

    private static void add(JsonNode page, String sql, List<List<String>> rows) {
        if (page.hasNonNull("error")) {
            JsonNode error = page.get("error");
            throw new CommandFailure(
                    1,
                    "the lake refuses `" + sql + "`: " + error.path("message").asText(error.toString()),
                    null);
        }
        for (JsonNode row : page.path("data")) {
            List<String> cells = new ArrayList<>();
            row.forEach(cell -> cells.add(cell.isNull() ? "NULL" : cell.asText()));
            rows.add(cells);
        }
    }
}
