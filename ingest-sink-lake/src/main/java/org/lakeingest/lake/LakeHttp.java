package org.lakeingest.lake;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * One OkHttp client and what every request carries. Nothing is repeated behind the caller's back: a failed call reports how
 * far it got, and the caller decides. Thread-safe.
 *
 * <p>Threads are the dispatcher's; futures complete on them.
 */
final class LakeHttp implements AutoCloseable {
    /** The lake closes a connection that was idle for 20 s; ours must be gone before. */
    private static final Duration POOL_IDLE = Duration.ofSeconds(15);

    /** Far above what statements of ours answer. */
    private static final long LONGEST_ANSWER = 32L << 20;

    private final LakeDsn dsn;
    private final LakeCredentials credentials;
    private final ExecutorService threads;
    private final OkHttpClient requests;
    private final OkHttpClient uploads;
    private final OkHttpClient longRequests;

    /**
     * Opens no connection.
     *
     * @param requestTimeout longest silence in a request
     * @param mostConnections at a time; further requests wait
     * @param longTimeout longest silence in a request that answers only when all is done
     * @param caFile authorities to trust in place of the platform's
     * @throws LakeException when the token file of the DSN or the file of authorities cannot be read
     */
    LakeHttp(
            LakeDsn dsn,
            Optional<Path> caFile,
            Duration connectTimeout,
            Duration requestTimeout,
            Duration longTimeout,
            int mostConnections) {
        this.dsn = dsn;
        this.credentials = new LakeCredentials(dsn);
        AtomicInteger number = new AtomicInteger();
        this.threads =
                new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "lake-http-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequests(mostConnections);
        dispatcher.setMaxRequestsPerHost(mostConnections);
        OkHttpClient.Builder builder = new OkHttpClient.Builder();
        caFile.ifPresent(file -> TrustedAuthorities.read(file).applyTo(builder));
        this.requests = builder.dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(mostConnections, POOL_IDLE.toMillis(), TimeUnit.MILLISECONDS))
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectTimeout(connectTimeout)
                .readTimeout(requestTimeout)
                .writeTimeout(requestTimeout)
                // An answer that trickles in has no silence that a read could time out.
                .callTimeout(requestTimeout.multipliedBy(2))
                .retryOnConnectionFailure(false)
                .fastFallback(false)
                .proxyAuthenticator(new ProxyLogin())
                .followRedirects(false)
                .followSslRedirects(false)
                .eventListenerFactory(call -> new PhaseListener(call.request().tag(Progress.class)))
                .build();
        this.uploads = requests.newBuilder().callTimeout(longTimeout).build();
        this.longRequests = uploads.newBuilder().readTimeout(longTimeout).build();
    }

    /** How far one call got; written by the call's thread, read when it is over. */
    private static final class Progress {
        volatile CallPhase phase = CallPhase.CONNECTING;
    }

    private static final class PhaseListener extends EventListener {
        private final Progress progress;

        PhaseListener(@Nullable Progress progress) {
            this.progress = progress == null ? new Progress() : progress;
        }

        @Override
        public void requestHeadersStart(Call call) {
            progress.phase = CallPhase.SENDING;
        }

        @Override
        public void requestBodyEnd(Call call, long byteCount) {
            progress.phase = CallPhase.SENT;
        }

        /** Without a body, the headers are all there is. */
        @Override
        public void requestHeadersEnd(Call call, Request request) {
            if (request.body() == null) {
                progress.phase = CallPhase.SENT;
            }
        }
    }

    /** A request to the lake itself, with credentials and routing. The path may come from an answer of the lake. */
    Request.Builder request(String path) {
        Request.Builder builder = new Request.Builder()
                .url(dsn.address() + (path.startsWith("/") ? path : "/" + path))
                .header("User-Agent", "lake-ingest");
        String authorization = credentials.header();
        if (authorization != null) {
            builder.header("Authorization", authorization);
        }
        dsn.option("tenant").ifPresent(tenant -> builder.header("X-DATABEND-TENANT", tenant));
        dsn.option("warehouse").ifPresent(warehouse -> builder.header("X-DATABEND-WAREHOUSE", warehouse));
        return builder;
    }

    String address() {
        return dsn.address();
    }

    /** Completes with whatever was answered, or exceptionally with a {@link CallFailure}. */
    CompletableFuture<HttpAnswer> send(Request request, CallScope scope) {
        return send(requests, request, scope);
    }

    /** For requests whose body may take long to send. */
    CompletableFuture<HttpAnswer> sendFile(Request request, CallScope scope) {
        return send(uploads, request, scope);
    }

    /** For requests that are answered only when the work is done. */
    CompletableFuture<HttpAnswer> sendLong(Request request, CallScope scope) {
        return send(longRequests, request, scope);
    }

    private static CompletableFuture<HttpAnswer> send(OkHttpClient client, Request request, CallScope scope) {
        Progress progress = new Progress();
        Call call = client.newCall(
                request.newBuilder().tag(Progress.class, progress).build());
        CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
        scope.add(call);
        call.enqueue(new Callback() {
            @Override
            public void onFailure(Call failed, IOException reason) {
                scope.remove(failed);
                answer.completeExceptionally(new CallFailure(reason, progress.phase));
            }

            @Override
            public void onResponse(Call answered, Response response) {
                HttpAnswer whole;
                try (response) {
                    whole = new HttpAnswer(response.code(), text(response), response.header("Location"));
                } catch (IOException e) {
                    onFailure(answered, e);
                    return;
                } catch (Throwable e) {
                    scope.remove(answered);
                    answer.completeExceptionally(e);
                    throw e;
                }
                scope.remove(answered);
                answer.complete(whole);
            }
        });
        return answer;
    }

    private static String text(Response response) throws IOException {
        if (response.body().source().request(LONGEST_ANSWER + 1)) {
            throw new EndlessAnswerException(LONGEST_ANSWER);
        }
        return response.body().string();
    }

    @Override
    public void close() {
        requests.dispatcher().cancelAll();
        threads.shutdown();
        requests.connectionPool().evictAll();
    }
}
