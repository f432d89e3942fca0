package org.lakeingest.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.ConfigProblem;
import org.lakeingest.engine.config.Location;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Reads YAML or JSON into nodes that know where they stand. Confined to one thread, for one file.
 *
 * <p>Stricter than either format: a key twice, an alias or a second document is a problem, because each of them makes a setting that a
 * reader of the file does not see.
 */
final class ConfigReader {
    private static final long MAX_BYTES = 1 << 20;
    private static final Pattern JSON_OBJECT = Pattern.compile("\\s*\\{\\s*[\"}].*", Pattern.DOTALL);
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final String file;
    private final List<ConfigProblem> problems = new ArrayList<>();

    private ConfigReader(Path path) {
        file = path.toString();
    }

    /**
     * Reads a file whose root is a mapping.
     *
     * @throws ConfigException with everything that is wrong with its form
     */
    static ConfigNode.Mapping read(Path path) {
        ConfigReader reader = new ConfigReader(path);
        ConfigNode root = reader.parse(reader.text(path));
        if (root != null && !(root instanceof ConfigNode.Mapping) && reader.problems.isEmpty()) {
            reader.problem(root.location(), "must hold options (name: value), but is no mapping");
        }
        if (!reader.problems.isEmpty() || !(root instanceof ConfigNode.Mapping mapping)) {
            throw new ConfigException(reader.problems);
        }
        return mapping;
    }

    private @Nullable String text(Path path) {
        Location whole = Location.of(file);
        try {
            if (Files.isDirectory(path)) {
                problem(whole, "is a folder; name the file");
            } else if (Files.size(path) > MAX_BYTES) {
                problem(whole, "is larger than 1 MB, which no pipeline file is");
            } else {
                byte[] bytes = Files.readAllBytes(path);
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
                return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
            }
        } catch (NoSuchFileException e) {
            problem(whole, "does not exist; name a pipeline file with -f FILE");
        } catch (AccessDeniedException e) {
            problem(whole, "cannot be read: permission denied");
        } catch (CharacterCodingException e) {
            problem(whole, "is not UTF-8 text");
        } catch (IOException e) {
            problem(whole, "cannot be read: " + e.getMessage());
        }
        return null;
    }

    private @Nullable ConfigNode parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        JsonFactory factory = JSON_OBJECT.matcher(text).matches() ? new JsonFactory() : new YAMLFactory();
        try (JsonParser parser = factory.createParser(text)) {
            if (parser.nextToken() == null) {
                problem(Location.of(file), "is empty; `ingest run --help` shows what a pipeline file looks like");
                return null;
            }
            ConfigNode root = node(parser, location(parser.currentTokenLocation()));
            if (parser.nextToken() != null) {
                problem(location(parser.currentTokenLocation()), "a second document starts here; keep one per file");
            }
            return root;
        } catch (JsonProcessingException e) {
            broken(factory, e);
        } catch (IOException e) {
            problem(Location.of(file), "cannot be read: " + e.getMessage());
        }
        return null;
    }

    private ConfigNode node(JsonParser parser, Location at) throws IOException {
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            problem(at, "*" + yaml.getText() + " is an alias; write the value out");
            return new ConfigNode.Null(at);
        }
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> mapping(parser, at);
            case START_ARRAY -> sequence(parser, at);
            case VALUE_NULL -> new ConfigNode.Null(at);
            default -> new ConfigNode.Scalar(parser.getText(), at);
        };
    }

    private ConfigNode mapping(JsonParser parser, Location at) throws IOException {
        Map<String, ConfigNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            Location keyAt = location(parser.currentTokenLocation());
            parser.nextToken();
            ConfigNode value = node(parser, keyAt);
            ConfigNode earlier = entries.putIfAbsent(key, value);
            if (earlier != null) {
                problem(
                        keyAt,
                        "'" + key + "' is there twice, first in line "
                                + earlier.location().line());
            }
        }
        return new ConfigNode.Mapping(entries, at);
    }

    private ConfigNode sequence(JsonParser parser, Location at) throws IOException {
        List<ConfigNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(parser, location(parser.currentTokenLocation())));
        }
        return new ConfigNode.Sequence(items, at);
    }

    private void problem(Location at, String message) {
        problems.add(new ConfigProblem("", at, message));
    }

    private Location location(@Nullable JsonLocation at) {
        return at == null ? Location.of(file) : new Location(file, at.getLineNr(), at.getColumnNr());
    }

    /** What the parser of YAML says at the place where it gave up, without the context, which takes several lines. */
    private void broken(JsonFactory factory, JsonProcessingException e) {
        Location at = location(e.getLocation());
        String reason = e.getOriginalMessage();
        if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblem() != null) {
            reason = marked.getProblem();
            Mark mark = marked.getProblemMark();
            at = mark == null ? at : new Location(file, mark.getLine() + 1, mark.getColumn() + 1);
        }
        String format = factory instanceof YAMLFactory ? "YAML" : "JSON";
        problem(at, "is no valid " + format + ": " + reason.lines().findFirst().orElse("it cannot be parsed"));
    }
}
