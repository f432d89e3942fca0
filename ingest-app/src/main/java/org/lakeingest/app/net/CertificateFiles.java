package org.lakeingest.app.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where certificates lie in PEM form: the file and the folders that the environment names, or else where systems keep them. Immutable. */
record CertificateFiles(List<Path> files, List<Path> folders) {
    /** Of the first that exists, as programs in Go and C do. */
    private static final List<Path> USUAL = List.of(
            Path.of("/etc/ssl/certs/ca-certificates.crt"),
            Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
            Path.of("/etc/ssl/ca-bundle.pem"),
            Path.of("/etc/pki/tls/cacert.pem"),
            Path.of("/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"),
            Path.of("/etc/ssl/cert.pem"));

    private static final Pattern BLOCK = Pattern.compile(
            "-----BEGIN (?:TRUSTED )?CERTIFICATE-----.*?-----END (?:TRUSTED )?CERTIFICATE-----", Pattern.DOTALL);

    static CertificateFiles of(Map<String, String> environment) {
        String file = environment.getOrDefault("SSL_CERT_FILE", "");
        List<Path> folders = new ArrayList<>();
        for (String folder : environment.getOrDefault("SSL_CERT_DIR", "").split(":", -1)) {
            if (!folder.isEmpty()) {
                folders.add(Path.of(folder));
            }
        }
        return new CertificateFiles(file.isEmpty() ? USUAL : List.of(Path.of(file)), folders);
    }

    /** What can be read of them; files that are missing or broken have no certificates. */
    List<X509Certificate> read() throws CertificateException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Path file : files) {
            if (Files.isReadable(file)) {
                add(file, certificates);
                break;
            }
        }
        for (Path folder : folders) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
                for (Path child : children) {
                    add(child, certificates);
                }
            } catch (IOException e) {
                log().debug("{} holds no certificates that can be read", folder, e);
            }
        }
        return certificates;
    }

    private static void add(Path file, List<X509Certificate> certificates) throws CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return;
        }
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            byte[] bytes = block.group().getBytes(StandardCharsets.ISO_8859_1);
            try {
                if (factory.generateCertificate(new ByteArrayInputStream(bytes)) instanceof X509Certificate known) {
                    certificates.add(known);
                }
            } catch (CertificateException e) {
                log().debug("a certificate in {} cannot be read", file, e);
            }
        }
    }

    /** Not a static field: this class is there before the command line has said how to log. */
    private static Logger log() {
        return LoggerFactory.getLogger(CertificateFiles.class);
    }
}
