package org.lakeingest.it.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ServerSocketFactory;

/** Accepts connections and passes their bytes on to a port of this machine. Closing it breaks all of them. */
public class Relay implements AutoCloseable {
    private final ServerSocket server;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Listens on a free port; with a factory for TLS it is where TLS ends. */
    @SuppressWarnings("this-escape") // nobody knows the port, so nobody connects, before the constructor has returned
    public Relay(ServerSocketFactory sockets, int target) {
        this.target = target;
        try {
            server = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread("relay", this::acceptAll);
    }

    public final int port() {
        return server.getLocalPort();
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                open.add(client);
                thread("relay-client", () -> serve(client));
            } catch (IOException e) {
                // the server was closed
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            handle(client);
        } catch (IOException e) {
            // either side went away
        } finally {
            open.remove(client);
        }
    }

    /** Serves one connection until it ends. */
    protected void handle(Socket client) throws IOException {
        try (Socket upstream = connect()) {
            exchange(client, upstream);
        }
    }

    /** A connection to the target. */
    protected final Socket connect() throws IOException {
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(upstream);
        return upstream;
    }

    /** Passes bytes in both directions until one side ends. */
    protected final void exchange(Socket client, Socket upstream) throws IOException {
        thread("relay-answers", () -> {
            try (client;
                    upstream) {
                copy(upstream.getInputStream(), client.getOutputStream());
            } catch (IOException e) {
                // either side went away
            }
        });
        copy(client.getInputStream(), upstream.getOutputStream());
        upstream.shutdownOutput();
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[16_384];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            to.flush();
        }
    }

    private static void thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
