package org.lakeingest.sandbox.lake;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The staged files, one folder per stage. Locations are prefixes of paths, not folders. Thread-safe as far as the file system is: a file
 * appears as a whole and replaces an older one at once.
 */
final class Stages implements AutoCloseable {
    private static final String USER_STAGE = "~";

    private final Path root;
    private final boolean temporary;

    private Stages(Path root, boolean temporary) {
        this.root = root;
        this.temporary = temporary;
    }

    static Stages open(LakeOptions options, Path scratch) throws IOException {
        Path folder = options.stages();
        Path database = options.database();
        boolean temporary = folder == null && database == null;
        if (folder == null) {
            folder = database == null
                    ? scratch.resolve("stages")
                    : database.resolveSibling(database.getFileName() + ".stages");
        }
        Stages stages = new Stages(folder.toAbsolutePath(), temporary);
        deleteTree(stages.aside());
        Files.createDirectories(stages.aside());
        return stages;
    }

    /** A place in a stage. */
    record Location(String stage, String prefix) {
        /** Reads {@code stage/prefix}, as it stands after the {@code @}. */
        static Location of(String text) {
            int slash = text.indexOf('/');
            return slash < 0
                    ? new Location(text, "")
                    : new Location(text.substring(0, slash), text.substring(slash + 1));
        }
    }

    /**
     * A file of a stage.
     *
     * @param name its path in the stage
     */
    record Staged(String name, Path path, long size, long modifiedMillis) {}

    private Path aside() {
        return root.resolve("aside");
    }

    private Path folder(String stage) {
        return stage.equals(USER_STAGE)
                ? root.resolve("user")
                : root.resolve("internal").resolve(stage);
    }

    /** A file that no stage shows, for work in between. */
    Path scratchFile(String ending) {
        return aside().resolve(UUID.randomUUID() + ending);
    }

    LakeBackend.Upload upload(String stage, String path) throws IOException {
        return new FileUpload(scratchFile(".part"), folder(stage).resolve(path));
    }

    FileUpload scratchUpload(String fileName) throws IOException {
        int dot = fileName.indexOf('.');
        return new FileUpload(
                scratchFile(dot < 0 ? "" : fileName.substring(dot).replaceAll("[^A-Za-z0-9.]", "")), null);
    }

    /** The files whose path starts with the location's prefix and whose remainder the pattern matches, sorted by name. */
    List<Staged> list(Location location, @Nullable String pattern) throws LakeException {
        Pattern wanted;
        try {
            wanted = pattern == null ? null : Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new LakeException(LakeCode.BAD_ARGUMENTS, "Pattern format invalid, got:" + pattern);
        }
        Path base = folder(location.stage());
        // Only the folder the prefix points into can hold files of that prefix.
        int slash = location.prefix().lastIndexOf('/');
        Path start = slash < 0 ? base : base.resolve(location.prefix().substring(0, slash));
        List<Staged> found = new ArrayList<>();
        if (!start.normalize().startsWith(base)) {
            return found;
        }
        try {
            Files.walkFileTree(start, new Finder(base, location.prefix(), wanted, found));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list stage " + location.stage(), e);
        }
        found.sort(Comparator.comparing(Staged::name));
        return found;
    }

    /** Collects the files of a prefix; files that vanish meanwhile are left out. */
    private static final class Finder extends SimpleFileVisitor<Path> {
        private final Path base;
        private final String prefix;
        private final @Nullable Pattern wanted;
        private final List<Staged> found;

        Finder(Path base, String prefix, @Nullable Pattern wanted, List<Staged> found) {
            this.base = base;
            this.prefix = prefix;
            this.wanted = wanted;
            this.found = found;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = base.relativize(file).toString();
            boolean fits = name.startsWith(prefix)
                    && (wanted == null
                            || wanted.matcher(name.substring(prefix.length())).matches());
            if (fits) {
                found.add(new Staged(
                        name,
                        file,
                        attributes.size(),
                        attributes.lastModifiedTime().toMillis()));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException error) {
            return FileVisitResult.CONTINUE;
        }
    }

    /** One file, named relative to the location; it must exist. */
    Staged file(Location location, String name) throws LakeException {
        String prefix = location.prefix();
        String path = prefix.isEmpty() || prefix.endsWith("/") ? prefix + name : prefix + "/" + name;
        Path file = folder(location.stage()).resolve(path);
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                throw new LakeException(LakeCode.BAD_ARGUMENTS, path + " is not a file");
            }
            return new Staged(
                    path, file, attributes.size(), attributes.lastModifiedTime().toMillis());
        } catch (IOException e) {
            throw new LakeException(
                    LakeCode.NOT_FOUND,
                    "NotFound (persistent) at stat, context: { service: fs, path: " + path + " } => entity not found");
        }
    }

    /** Deletes files; one that is gone already, or cannot be deleted, is no error. */
    static void remove(List<Staged> files) {
        for (Staged file : files) {
            try {
                Files.deleteIfExists(file.path());
            } catch (IOException e) {
                assert e != null : "the lake only logs this";
            }
        }
    }

    void drop(String stage) {
        deleteTree(folder(stage));
    }

    static void deleteTree(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<Path>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path at, @Nullable IOException error) throws IOException {
                    Files.deleteIfExists(at);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException e) {
            assert e != null : "nothing to delete";
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + folder, e);
        }
    }

    @Override
    public void close() {
        deleteTree(temporary ? root : aside());
    }

    /** A file that is written aside and then moved to its place. */
    static final class FileUpload implements LakeBackend.Upload {
        private final Path aside;
        private final @Nullable Path target;
        private final OutputStream out;
        private long size;

        FileUpload(Path aside, @Nullable Path target) throws IOException {
            this.aside = aside;
            this.target = target;
            this.out = Files.newOutputStream(aside);
        }

        Path path() {
            return aside;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            size += length;
        }

        @Override
        public void publish() {
            try {
                out.close();
                if (target != null) {
                    Path parent = target.getParent();
                    if (parent != null) {
                        Files.createDirectories(parent);
                    }
                    Files.move(aside, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot store " + (target == null ? aside : target), e);
            }
        }

        @Override
        public void close() {
            try {
                out.close();
                Files.deleteIfExists(aside);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot remove " + aside, e);
            }
        }
    }
}
