package org.lakeingest.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka broker inside this process: KRaft, one or three nodes, each broker and controller, on the loopback address.
 *
 * <p>Life: {@link #start} returns when every node serves clients (about four seconds for one node); nodes may be stopped and
 * started again one by one, at the same ports and with their data; {@link #close} stops all and removes a temporary folder.
 * Thread-safe.
 *
 * <p>Kafka logs through SLF4J and has much to say. A host that wants quiet sets the loggers {@code kafka} and
 * {@code org.apache.kafka} to ERROR and {@code state.change.logger} to OFF, since that one reports every partition
 * expansion as an error. With three nodes, {@code kafka.server} and {@code org.apache.kafka.raft} report every change of the
 * active controller as an error, too.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

    private final BrokerOptions options;
    private final Path root;
    private final boolean temporary;
    private final @Nullable BrokerNode[] nodes;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Integer> controllerPorts = new ArrayList<>();
    private boolean closed;

    private EmbeddedBroker(BrokerOptions options, Path root) {
        this.options = options;
        this.root = root;
        this.temporary = options.dataFolder().isEmpty();
        this.nodes = new BrokerNode[options.nodes()];
    }

    /**
     * Starts all nodes and returns when they serve clients.
     *
     * @throws SandboxException when a port is taken, the folder cannot be used, or Kafka does not come up in three minutes
     */
    public static EmbeddedBroker start(BrokerOptions options) {
        if (options.port() != 0) {
            for (int i = 0; i < options.nodes(); i++) {
                requireFree(options.port() + i);
            }
        }
        EmbeddedBroker broker = new EmbeddedBroker(options, folder(options));
        try {
            broker.format();
            broker.startAll();
            return broker;
        } catch (Throwable e) {
            broker.close();
            throw e;
        }
    }

    /** One node with {@link BrokerOptions#defaults}. */
    public static EmbeddedBroker start() {
        return start(BrokerOptions.defaults());
    }

    /** Addresses of all nodes, stopped ones included, in the form of Kafka's {@code bootstrap.servers}. */
    public synchronized String bootstrapServers() {
        return ports.stream().map(port -> BrokerSettings.HOST + ":" + port).collect(Collectors.joining(","));
    }

    /**
     * Stops a node in order; its address stays its own. Does nothing when it is stopped.
     *
     * @param index from 0
     */
    public synchronized void stopNode(int index) {
        BrokerNode node = nodes[index];
        nodes[index] = null;
        if (node != null) {
            node.stop();
        }
    }

    /**
     * Starts a stopped node at its former port with its data and returns when it serves clients; needs a majority of the
     * nodes to be up then.
     *
     * @param index from 0
     */
    public synchronized void startNode(int index) {
        if (nodes[index] != null) {
            return;
        }
        requireFree(ports.get(index));
        start(index, ports.get(index), CompletableFuture.completedFuture(voters()))
                .run();
    }

    /** Stops all nodes and removes a temporary folder. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        // Together: a controller that goes alone waits for others to take over from it.
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            BrokerNode node = nodes[i];
            nodes[i] = null;
            if (node != null) {
                threads.add(thread("stop", i, node::stop));
            }
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join(START_TIMEOUT.toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (temporary) {
            delete(root);
        }
    }

    private static Path folder(BrokerOptions options) {
        try {
            return options.dataFolder().isPresent()
                    ? Files.createDirectories(options.dataFolder().get())
                    : Files.createTempDirectory("lake-ingest-broker");
        } catch (IOException e) {
            throw new SandboxException("Cannot make the broker's data folder: " + e.getMessage(), e);
        }
    }

    private Path folder(int index) {
        return root.resolve("node-" + (index + 1));
    }

    private void format() {
        try {
            String known = BrokerNode.clusterId(folder(0));
            String clusterId = known == null ? Uuid.randomUuid().toString() : known;
            for (int i = 0; i < nodes.length; i++) {
                Files.createDirectories(folder(i));
                BrokerNode.format(folder(i), i + 1, clusterId);
            }
        } catch (Exception e) {
            throw new SandboxException("Cannot use " + root + " as the broker's data folder: " + e.getMessage(), e);
        }
    }

    private void startAll() {
        CompletableFuture<Map<Integer, InetSocketAddress>> voters = new CompletableFuture<>();
        List<CompletableFuture<Integer>> bound = new ArrayList<>();
        List<CompletableFuture<Void>> started = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            Runnable start = start(i, options.port() == 0 ? 0 : options.port() + i, voters);
            bound.add(node(i).controllerPort());
            CompletableFuture<Void> done = new CompletableFuture<>();
            started.add(done);
            thread("start", i, () -> {
                try {
                    start.run();
                    done.complete(null);
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                    voters.completeExceptionally(e);
                }
            });
        }
        await(anyFailureOr(bound, voters));
        bound.forEach(port -> controllerPorts.add(port.join()));
        voters.complete(voters());
        await(CompletableFuture.allOf(started.toArray(CompletableFuture[]::new)));
        for (int i = 0; i < nodes.length; i++) {
            ports.add(node(i).port());
        }
    }

    private static CompletableFuture<?> anyFailureOr(
            List<CompletableFuture<Integer>> all, CompletableFuture<?> failure) {
        return CompletableFuture.anyOf(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)), failure);
    }

    private static void await(CompletableFuture<?> future) {
        try {
            future.get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new SandboxException("The broker did not start within " + START_TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("Interrupted while the broker started", e);
        }
    }

    /** Builds the node, remembers it, and answers what starts it. */
    private Runnable start(int index, int port, CompletableFuture<Map<Integer, InetSocketAddress>> voters) {
        try {
            BrokerNode node = new BrokerNode(
                    BrokerSettings.of(options, index, folder(index), port, List.copyOf(controllerPorts)), voters);
            nodes[index] = node;
            return () -> {
                try {
                    node.start();
                } catch (Throwable e) {
                    throw failure(e);
                }
            };
        } catch (Exception e) {
            throw failure(e);
        }
    }

    private BrokerNode node(int index) {
        BrokerNode node = nodes[index];
        if (node == null) {
            throw new IllegalStateException("Node " + index + " is stopped");
        }
        return node;
    }

    private Map<Integer, InetSocketAddress> voters() {
        Map<Integer, InetSocketAddress> voters = new TreeMap<>();
        for (int i = 0; i < controllerPorts.size(); i++) {
            voters.put(i + 1, new InetSocketAddress(InetAddress.getLoopbackAddress(), controllerPorts.get(i)));
        }
        return voters;
    }

    private static SandboxException failure(Throwable cause) {
        if (cause instanceof SandboxException known) {
            return known;
        }
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof BindException) {
                return new SandboxException("A port of the broker is already in use: " + cause.getMessage(), cause);
            }
        }
        return new SandboxException("The broker did not start: " + cause.getMessage(), cause);
    }

    private static Thread thread(String what, int index, Runnable work) {
        Thread thread = new Thread(work, "broker-" + what + "-" + (index + 1));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new SandboxException(
                    "Port " + port
                            + " for the Kafka broker is already in use; stop what listens there or choose another port",
                    e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException | UncheckedIOException e) {
            // Kafka's own deletions may still be running; what is left lies in the system's temporary folder.
        } catch (IOException e) {
            throw new SandboxException("Cannot remove the temporary folder " + folder + ": " + e.getMessage(), e);
        }
    }
}
