package org.lakeingest.it.chaos;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;
import org.lakeingest.it.support.Relay;

/**
 * Stands between one process and a lake on this machine, reads every request, and does to some of them what it was ordered to do.
 * Thread-safe.
 */
final class LakeProxy extends Relay {
    private final Fencing fencing;
    private final Sender sender;
    private final List<Order> orders = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private final Map<Step, Integer> seen = new EnumMap<>(Step.class);
    private final Set<String> lateIds = ConcurrentHashMap.newKeySet();
    private final List<CountDownLatch> late = new ArrayList<>();
    private final Map<Step, Runnable> hooks = new ConcurrentHashMap<>();
    private final Map<Step, CountDownLatch> gates = new ConcurrentHashMap<>();
    private final Map<Step, Long> longest = new ConcurrentHashMap<>();
    /** When each COMMIT was sent, by the id of its query: a slow one is answered at once and asked for page by page. */
    private final Map<String, Long> commits = new ConcurrentHashMap<>();

    private volatile boolean refusing;

    /** The process whose requests pass. */
    interface Sender {
        void kill();

        void stop();
    }

    LakeProxy(String dsn, Fencing fencing, Sender sender) {
        super(ServerSocketFactory.getDefault(), URI.create(dsn).getPort());
        this.fencing = fencing;
        this.sender = sender;
    }

    /** The DSN of the lake, by way of this. */
    String dsn(String direct) {
        URI uri = URI.create(direct);
        return direct.replace(uri.getHost() + ":" + uri.getPort(), "127.0.0.1:" + port());
    }

    void order(Order order) {
        synchronized (orders) {
            orders.add(order);
        }
    }

    /** Withdraws all orders and lets go of everything that is held. */
    void calm() {
        synchronized (orders) {
            orders.clear();
            hooks.clear();
            late.forEach(CountDownLatch::countDown);
        }
        gates.values().forEach(CountDownLatch::countDown);
        refusing = false;
    }

    /** Closes every connection as soon as it is used, or stops doing so. */
    void refuse(boolean all) {
        refusing = all;
    }

    boolean pending() {
        synchronized (orders) {
            return !orders.isEmpty();
        }
    }

    int seen(Step step) {
        synchronized (orders) {
            return seen.getOrDefault(step, 0);
        }
    }

    /** The longest that the lake took for a request of this kind; for a COMMIT, until its end was known. */
    long longestMillis(Step step) {
        return longest.getOrDefault(step, 0L);
    }

    /** Orders that were carried out. */
    List<String> done() {
        synchronized (orders) {
            return List.copyOf(done);
        }
    }

    /** Runs this once, before the next such request goes on. */
    void before(Step step, Runnable hook) {
        hooks.put(step, hook);
    }

    /** Such requests wait until the latch is open. */
    void gate(Step step, CountDownLatch latch) {
        gates.put(step, latch);
    }

    @Override
    protected void handle(Socket client) throws IOException {
        InputStream in = new BufferedInputStream(client.getInputStream());
        try (Socket upstream = connect()) {
            InputStream answers = new BufferedInputStream(upstream.getInputStream());
            for (Message request = Message.read(in); request != null; request = Message.read(in)) {
                if (refusing || !serve(client, upstream, answers, request)) {
                    return;
                }
            }
        }
    }

    /** False when the connection is to be closed. */
    private boolean serve(Socket client, Socket upstream, InputStream answers, Message request) throws IOException {
        String body = request.word(1).startsWith("/v1/query") ? request.text() : "";
        Fencing.Sent unsorted = fencing.sending(Step.OTHER, body);
        Step step = Step.of(request.word(0), request.word(1), unsorted.sql());
        String id = request.header("x-databend-query-id");
        if (!id.isEmpty() && lateIds.contains(id)) {
            return false;
        }
        Runnable hook = hooks.remove(step);
        if (hook != null) {
            hook.run();
        }
        CountDownLatch gate = gates.get(step);
        if (gate != null) {
            hold(gate, 60_000);
        }
        Order order = take(step);
        if (step == Step.BEGIN) {
            letLateGo();
        }
        if (order != null && order.fault() == Fault.LATE) {
            comeLate(request, step, body, id, order.number());
            return false;
        }
        if (order != null && !before(order, upstream, client, request)) {
            return false;
        }
        if (step == Step.COMMIT) {
            commits.put(id, System.nanoTime());
        }
        Message answer = forward(upstream, answers, request, fencing.sending(step, body));
        askedFor(request.word(1));
        return answer != null && (order == null ? send(client, answer.bytes()) : after(order, client, answer));
    }

    /** A path of the form {@code /v1/query/ID/page/N} asks how a query goes on. */
    private void askedFor(String path) {
        String[] words = path.split("/", -1);
        Long start = words.length > 3 ? commits.get(words[3]) : null;
        if (start != null) {
            longest.merge(Step.COMMIT, (System.nanoTime() - start) / 1_000_000, Math::max);
        }
    }

    private @Nullable Order take(Step step) {
        synchronized (orders) {
            seen.merge(step, 1, Integer::sum);
            for (int i = 0; i < orders.size(); i++) {
                Order order = orders.get(i);
                if (order.step() == step && order.after() == 0) {
                    orders.remove(i);
                    done.add(order.toString());
                    return order;
                } else if (order.step() == step) {
                    orders.set(i, new Order(step, order.after() - 1, order.fault(), order.number()));
                }
            }
            return null;
        }
    }

    /** False when the request goes no further. */
    private boolean before(Order order, Socket upstream, Socket client, Message request) throws IOException {
        switch (order.fault()) {
            case STALL -> hold(new CountDownLatch(1), order.number());
            case REFUSE -> {
                send(client, refusal(order.number()));
                return false;
            }
            case CUT_REQUEST -> {
                send(upstream, request.half());
                return false;
            }
            case KILL_BEFORE -> {
                sender.kill();
                return false;
            }
            case KILL_LATE -> sender.kill();
            default -> {
                // something becomes of the answer
            }
        }
        return true;
    }

    private boolean after(Order order, Socket client, Message answer) throws IOException {
        switch (order.fault()) {
            case DROP_ANSWER -> {
                return false;
            }
            case CUT_ANSWER -> {
                send(client, answer.half());
                return false;
            }
            case REFUSE_AFTER -> {
                send(client, refusal(order.number()));
                return false;
            }
            case KILL_AFTER -> {
                sender.kill();
                return false;
            }
            case STOP_AFTER -> sender.stop();
            default -> {
                // all was done to the request
            }
        }
        return send(client, answer.bytes());
    }

    private @Nullable Message forward(Socket upstream, InputStream answers, Message request, Fencing.Sent sent)
            throws IOException {
        long start = System.nanoTime();
        send(upstream, request.bytes());
        Message answer = Message.read(answers);
        longest.merge(sent.step(), (System.nanoTime() - start) / 1_000_000, Math::max);
        if (answer != null && sent.step() != Step.OTHER && sent.step() != Step.UPLOAD) {
            fencing.answered(sent, answer.text());
        }
        return answer;
    }

    /** Goes on without its sender, who is told nothing and whose repetitions go nowhere. */
    private void comeLate(Message request, Step step, String body, String id, int millis) {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        synchronized (orders) {
            late.add(go);
            late.add(gone);
        }
        lateIds.add(id);
        Thread thread = new Thread(
                () -> {
                    hold(go, millis);
                    try (Socket upstream = connect()) {
                        InputStream answers = new BufferedInputStream(upstream.getInputStream());
                        forward(upstream, answers, request, fencing.sending(step, body));
                    } catch (IOException e) {
                        // the lake has gone meanwhile
                    } finally {
                        gone.countDown();
                    }
                },
                "late");
        thread.setDaemon(true);
        thread.start();
    }

    private void letLateGo() {
        List<CountDownLatch> all;
        synchronized (orders) {
            all = List.copyOf(late);
            late.clear();
        }
        for (int i = 0; i < all.size(); i += 2) {
            all.get(i).countDown();
            hold(all.get(i + 1), 10_000);
        }
    }

    private static void hold(CountDownLatch latch, int millis) {
        try {
            boolean opened = latch.await(millis, TimeUnit.MILLISECONDS);
            assert opened || latch.getCount() > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] refusal(int status) {
        return ("HTTP/1.1 " + status
                        + " No\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean send(Socket to, byte[] bytes) throws IOException {
        to.getOutputStream().write(bytes);
        to.getOutputStream().flush();
        return true;
    }
}
