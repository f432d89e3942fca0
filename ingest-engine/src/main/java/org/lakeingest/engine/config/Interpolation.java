package org.lakeingest.engine.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replaces references in a text: <code>${env:NAME}</code>, <code>${file:PATH}</code> (a trailing line break is cut off),
 * <code>${NAME:-default}</code> (an environment variable, or the default where it is not set or empty); <code>$${</code>
 * stands for <code>${</code>, and <code>${topic}</code> is left as it is for the component that puts topics in. What a reference stands for is not looked into again. A relative path is taken from the working
 * directory.
 */
final class Interpolation {
    private static final String FORMS = "write ${env:NAME}, ${file:PATH} or ${NAME:-default}, and $${ for ${ itself";

    /** Stands for something that is known only while records flow, so it is no reference. */
    private static final String TOPIC = "topic";

    private final Function<String, @Nullable String> environment;

    /**
     * A text with its references replaced.
     *
     * @param text the value
     * @param shown what may be printed: the text as it was written
     * @param hidden what references stood for
     * @param problems of references that stand for nothing
     */
    record Result(String text, String shown, List<String> hidden, List<String> problems) {
        boolean hasReferences() {
            return !hidden.isEmpty() || !problems.isEmpty();
        }
    }

    Interpolation(Function<String, @Nullable String> environment) {
        this.environment = environment;
    }

    Result resolve(String written) {
        StringBuilder text = new StringBuilder();
        List<String> hidden = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        int at = 0;
        int next;
        while ((next = written.indexOf("${", at)) >= 0) {
            if (next > at && written.charAt(next - 1) == '$') {
                text.append(written, at, next - 1).append("${");
                at = next + 2;
                continue;
            }
            text.append(written, at, next);
            int end = written.indexOf('}', next);
            if (end < 0) {
                problems.add("a reference is not closed; " + FORMS);
                return new Result(text.toString(), written, List.copyOf(hidden), List.copyOf(problems));
            }
            if (written.substring(next + 2, end).equals(TOPIC)) {
                text.append(written, next, end + 1);
                at = end + 1;
                continue;
            }
            String value = reference(written.substring(next + 2, end), problems);
            if (value != null) {
                text.append(value);
                hidden.add(value);
            }
            at = end + 1;
        }
        text.append(written, at, written.length());
        return new Result(text.toString(), written, List.copyOf(hidden), List.copyOf(problems));
    }

    private @Nullable String reference(String reference, List<String> problems) {
        if (reference.startsWith("file:")) {
            return file(reference.substring("file:".length()), problems);
        }
        String name = reference.startsWith("env:") ? reference.substring("env:".length()) : reference;
        int separator = name.indexOf(":-");
        if (separator > 0) {
            String value = environment.apply(name.substring(0, separator));
            return value == null || value.isEmpty() ? name.substring(separator + 2) : value;
        }
        if (!reference.startsWith("env:") || name.isEmpty()) {
            problems.add("${" + reference + "} is no reference; " + FORMS);
            return null;
        }
        String value = environment.apply(name);
        if (value == null) {
            problems.add("environment variable " + name + " is not set; set it, or write ${" + name + ":-default}");
        }
        return value;
    }

    private static @Nullable String file(String name, List<String> problems) {
        try {
            String content = Files.readString(Path.of(name));
            int end = content.length();
            if (end > 0 && content.charAt(end - 1) == '\n') {
                end -= end > 1 && content.charAt(end - 2) == '\r' ? 2 : 1;
            }
            return content.substring(0, end);
        } catch (CharacterCodingException e) {
            problems.add("file " + name + " is not UTF-8 text");
        } catch (IOException | InvalidPathException e) {
            problems.add("file " + name + " cannot be read; make sure that it exists and that this user may read it");
        }
        return null;
    }
}
