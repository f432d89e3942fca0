package org.lakeingest.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.core.ConditionTimeoutException;
import org.lakeingest.it.support.Run;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plays a plan and looks at what is in the lake afterwards. */
final class ChaosRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChaosRun.class);
    private static final int CHUNK = 400;

    private final World world;
    private final Plan plan;
    private final Run run;
    private final Fencing fencing = new Fencing();
    private final List<Member> members = new ArrayList<>();
    private final List<Member> gone = new ArrayList<>();
    private int started;
    private long produced;

    ChaosRun(World world, Plan plan, Path folder) {
        this.world = world;
        this.plan = plan;
        this.run = new Run(world.services(), "chaos", folder);
    }

    /** Fails with the plan and what the processes said. */
    void play() {
        try {
            run.createTopic(plan.partitions());
            for (int i = 0; i < plan.members(); i++) {
                start();
            }
            produce();
            plan.scenes().forEach(this::scene);
            settle();
            check();
            LOG.info(
                    "{}\n  done: {}",
                    plan,
                    all().flatMap(member -> member.proxy().done().stream()).toList());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(plan + "\n" + e.getMessage() + "\n" + logs(), e);
        }
    }

    private String logs() {
        return all().map(Member::log).collect(Collectors.joining("\n"));
    }

    private Stream<Member> all() {
        return Stream.concat(gone.stream(), members.stream());
    }

    private Member start() {
        Member member = Member.start(run, "m" + ++started, fencing, Member.Settings.of(run));
        members.add(member);
        return member;
    }

    private void produce() {
        run.produce(produced, CHUNK, plan.partitions());
        produced += CHUNK;
    }

    /** What can be waited for a while, and is not always there to come. */
    private static boolean within(Duration time, Callable<Boolean> condition) {
        try {
            await().pollInterval(Duration.ofMillis(20)).atMost(time).until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private void scene(Plan.Scene scene) {
        Member member = members.get(scene.who() % members.size());
        // One of several may get nothing to do.
        within(
                Duration.ofSeconds(members.size() > 1 ? 10 : 40),
                () -> member.proxy().seen(Step.CLAIM) > 0);
        switch (scene.act()) {
            case FAULTS -> faults(member, scene.orders());
            case KILL -> kill(member, scene.orders());
            case ZOMBIE -> zombie(member, scene.orders());
            case ROLL -> roll();
            case LAKE -> lake(member);
            case BROKER -> world.restartBroker();
            case STORM -> storm();
        }
        produce();
    }

    private void faults(Member member, List<Order> orders) {
        orders.forEach(member.proxy()::order);
        for (int i = 0; i < 3; i++) {
            produce();
            within(Duration.ofSeconds(2), () -> !member.proxy().pending());
        }
    }

    private void kill(Member member, List<Order> orders) {
        orders.forEach(member.proxy()::order);
        boolean killed = false;
        for (int i = 0; i < 4 && !killed; i++) {
            produce();
            killed = within(Duration.ofSeconds(3), () -> !member.alive());
        }
        if (!killed) {
            member.kill();
        }
        replace(member);
    }

    private void replace(Member member) {
        members.remove(member);
        gone.add(member);
        start();
    }

    private void zombie(Member member, List<Order> orders) {
        Member heir = members.size() > 1 ? members.get((members.indexOf(member) + 1) % members.size()) : start();
        within(Duration.ofSeconds(20), () -> heir.proxy().seen(Step.CLAIM) > 0);
        int claims = heir.proxy().seen(Step.CLAIM);
        orders.forEach(member.proxy()::order);
        boolean stopped = false;
        for (int i = 0; i < 3 && !stopped; i++) {
            produce();
            stopped = within(Duration.ofSeconds(2), () -> !member.proxy().pending());
        }
        if (member.alive()) {
            member.stop();
        }
        within(Duration.ofSeconds(8), () -> heir.proxy().seen(Step.CLAIM) > claims);
        produce();
        member.wake();
    }

    /** With a transaction of this one open, if it has one soon. */
    private void lake(Member member) {
        CountDownLatch done = new CountDownLatch(1);
        List<Member> all = List.copyOf(members);
        member.proxy().before(Step.COPY, () -> {
            world.restartLake(all);
            done.countDown();
        });
        produce();
        if (!within(Duration.ofSeconds(5), () -> done.getCount() == 0)) {
            world.restartLake(all);
        }
    }

    private void roll() {
        for (Member member : List.copyOf(members)) {
            member.terminate();
            produce();
            assertThat(member.process().exitCode())
                    .as(member.name() + " after SIGTERM")
                    .isIn(0, 143);
            replace(member);
        }
    }

    /** Others join the group and leave it before they have done anything. */
    private void storm() {
        for (int i = 0; i < 4; i++) {
            Map<String, Object> settings = Map.of(
                    "bootstrap.servers", run.services().bootstrapServers(),
                    "group.id", run.group(),
                    "enable.auto.commit", false,
                    "partition.assignment.strategy", List.of(CooperativeStickyAssignor.class.getName()),
                    "key.deserializer", ByteArrayDeserializer.class.getName(),
                    "value.deserializer", ByteArrayDeserializer.class.getName());
            try (KafkaConsumer<byte[], byte[]> passerBy = new KafkaConsumer<>(settings)) {
                passerBy.subscribe(List.of(run.topic()));
                var unused = passerBy.poll(Duration.ofMillis(300));
                passerBy.enforceRebalance();
                unused = passerBy.poll(Duration.ofMillis(300));
            }
        }
    }

    /** Trouble is over: all there is gets into the lake, and everybody ends in order. */
    private void settle() {
        for (Member member : members) {
            member.proxy().calm();
            member.wake();
        }
        await().pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(90))
                .until(() -> {
                    List<Member> dead =
                            members.stream().filter(member -> !member.alive()).toList();
                    assertThat(dead.stream().map(Member::name))
                            .as("ended by themselves")
                            .isEmpty();
                    return run.positions() == produced;
                });
        members.forEach(Member::terminate);
        for (Member member : members) {
            assertThat(member.process().exitCode())
                    .as(member.name() + " after SIGTERM")
                    .isIn(0, 143);
        }
    }

    private void check() {
        assertThat(List.of(run.rows(), run.distinct(), run.positions()))
                .as("rows, different messages, positions")
                .containsExactly(produced, produced, produced);
        assertThat(fencing.violations()).as("commits of a replaced owner").isEmpty();
        members.get(0).audit(run);
    }

    @Override
    public void close() {
        gone.forEach(Member::close);
        members.forEach(Member::close);
        run.close();
    }
}
