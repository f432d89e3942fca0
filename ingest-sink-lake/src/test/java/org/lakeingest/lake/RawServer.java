package org.lakeingest.lake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** A socket that answers with bytes, as no HTTP server would. One request a connection; closes it afterwards. Thread-safe. */
final class RawServer implements AutoCloseable {
    private final ServerSocket server;
    private final Behaviour behaviour;
    final AtomicInteger connections = new AtomicInteger();

    /** What is done with one request. */
    @FunctionalInterface
    interface Behaviour {
        /**
         * Called when the headers were read; the body was not.
         *
         * @param body not before its end: reading past it waits
         */
        void answer(String path, InputStream body, OutputStream out) throws IOException;
    }

    RawServer(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("raw-server", this::accept);
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.incrementAndGet();
                start("raw-connection", () -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            String head = head(in);
            String path = head.split(" ", 3)[1];
            behaviour.answer(path, in, socket.getOutputStream());
        } catch (IOException e) {
            // The client has given up, which is what most tests wait for.
            return;
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        int next;
        while (head.indexOf("\r\n\r\n") < 0 && (next = in.read()) >= 0) {
            head.append((char) next);
        }
        return head.toString();
    }

    /** Reads the whole body of a request with a length, which the head was read of already. */
    static void drain(InputStream in, int length) throws IOException {
        in.readNBytes(length);
    }

    static byte[] head(int status, String headers) {
        return ("HTTP/1.1 " + status + " X\r\n" + headers + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    String dsn() {
        return String.format(Locale.ROOT, "http://lake:lake@127.0.0.1:%d/default?presigned_url_disabled=true", port());
    }

    int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
