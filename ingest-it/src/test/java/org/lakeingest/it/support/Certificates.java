package org.lakeingest.it.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/** A certificate authority nobody knows, and a server's certificate for localhost that it signed, made by the JDK's keytool. */
public final class Certificates {
    public static final String PASSWORD = "changeit";

    private final Path authority;
    private final Path server;

    private Certificates(Path authority, Path server) {
        this.authority = authority;
        this.server = server;
    }

    /** Makes both in the folder. */
    public static Certificates in(Path folder) throws IOException, InterruptedException {
        Path store = folder.resolve("server.p12");
        Path pem = folder.resolve("ca.pem");
        keytool(store, "-genkeypair", "-alias", "ca", "-dname", "CN=Test CA", "-ext", "bc:c=ca:true");
        keytool(
                store,
                "-genkeypair",
                "-alias",
                "server",
                "-dname",
                "CN=localhost",
                "-signer",
                "ca",
                "-ext",
                "san=dns:localhost,dns:lake.test,ip:127.0.0.1");
        keytool(store, "-exportcert", "-rfc", "-alias", "ca", "-file", pem.toString());
        // A server presents one key.
        keytool(store, "-delete", "-alias", "ca");
        return new Certificates(pem, store);
    }

    private static void keytool(Path store, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        if (arguments[0].equals("-genkeypair")) {
            command.addAll(List.of("-keyalg", "EC", "-validity", "365"));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + ": " + output);
        }
    }

    /** The authority's certificate, for SSL_CERT_FILE. */
    public String authority() {
        return authority.toString();
    }

    /** The server's key and chain, as PKCS12. */
    public Path server() {
        return server;
    }

    /** Sockets of a server that presents the certificate. */
    public SSLServerSocketFactory sockets() throws IOException {
        try (InputStream in = Files.newInputStream(server)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context.getServerSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
