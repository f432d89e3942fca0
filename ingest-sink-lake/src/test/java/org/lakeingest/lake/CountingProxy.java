package org.lakeingest.lake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes bytes on to a server, and counts the connections that are open at a time. Thread-safe. */
final class CountingProxy implements AutoCloseable {
    private final ServerSocket server;
    private final int upstream;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    CountingProxy(int upstream) throws IOException {
        this.upstream = upstream;
        this.server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** The most that were open at once. */
    int most() {
        return most.get();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "counting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                most.accumulateAndGet(open.incrementAndGet(), Math::max);
                Socket lake = new Socket(InetAddress.getLoopbackAddress(), upstream);
                sockets.add(client);
                sockets.add(lake);
                start(() -> pump(client, lake));
                start(() -> {
                    pump(lake, client);
                    open.decrementAndGet();
                });
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] block = new byte[1 << 14];
            int length;
            while ((length = in.read(block)) >= 0) {
                out.write(block, 0, length);
            }
        } catch (IOException e) {
            // One of the two has hung up.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
