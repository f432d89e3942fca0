package org.lakeingest.it.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/**
 * A forwarding proxy for HTTP: absolute requests and CONNECT. Whatever host is asked for, it connects to one port of this machine, so a
 * name that nobody else can resolve shows that a connection went through it. It may ask for a user.
 */
public final class ForwardProxy extends Relay {
    private final String expected;
    private final AtomicInteger tunnels = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile String refusal = "";

    /** @param user {@code name:password}, or empty for none */
    public ForwardProxy(int target, String user) {
        super(ServerSocketFactory.getDefault(), target);
        expected = user.isEmpty()
                ? ""
                : "Proxy-Authorization: Basic "
                        + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers every new connection with a status such as {@code 502 Bad Gateway}; empty for none. */
    public void refuse(String status) {
        refusal = status;
    }

    /** Connections made by CONNECT. */
    public int tunnels() {
        return tunnels.get();
    }

    /** Connections for plain requests. */
    public int requests() {
        return requests.get();
    }

    @Override
    protected void handle(Socket client) throws IOException {
        String head = head(client.getInputStream());
        while (!head.isEmpty()) {
            if (!refusal.isEmpty()) {
                answer(client, refusal, "");
                return;
            }
            if (!expected.isEmpty() && !head.contains(expected)) {
                answer(client, "407 Proxy Authentication Required", "Proxy-Authenticate: Basic realm=\"proxy\"\r\n");
                return;
            }
            try (Socket upstream = connect()) {
                if (head.startsWith("CONNECT ")) {
                    tunnels.incrementAndGet();
                    client.getOutputStream()
                            .write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                } else {
                    requests.incrementAndGet();
                    upstream.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
                }
                exchange(client, upstream);
                return;
            }
        }
    }

    private static void answer(Socket client, String status, String header) throws IOException {
        String text = "HTTP/1.1 " + status + "\r\n" + header + "Content-Length: 0\r\nConnection: close\r\n\r\n";
        client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        client.shutdownOutput();
        client.getInputStream().readAllBytes();
    }

    /** Up to the empty line; empty when there is none. */
    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int read = in.read(); read >= 0; read = in.read()) {
            bytes.write(read);
            String text = read == '\n' ? bytes.toString(StandardCharsets.ISO_8859_1) : "";
            if (text.endsWith("\r\n\r\n")) {
                return text;
            }
        }
        return "";
    }
}
