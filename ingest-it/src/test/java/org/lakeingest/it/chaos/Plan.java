package org.lakeingest.it.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What is done to a pipeline, all of it made of a seed.
 *
 * @param members how many processes share the work at first
 */
record Plan(long seed, int partitions, int members, List<Scene> scenes) {
    /** Kinds of trouble. */
    enum Act {
        FAULTS,
        KILL,
        ZOMBIE,
        ROLL,
        BROKER,
        LAKE,
        STORM
    }

    /**
     * One piece of trouble.
     *
     * @param who which member meets it, modulo how many there are
     */
    record Scene(Act act, int who, List<Order> orders) {}

    private static final List<Act> OFTEN = List.of(
            Act.FAULTS,
            Act.FAULTS,
            Act.FAULTS,
            Act.KILL,
            Act.KILL,
            Act.KILL,
            Act.ZOMBIE,
            Act.ROLL,
            Act.LAKE,
            Act.STORM,
            Act.BROKER);
    private static final List<Order> KILLS = List.of(
            new Order(Step.UPLOAD, 0, Fault.KILL_AFTER, 0),
            new Order(Step.MOVE, 0, Fault.KILL_AFTER, 0),
            new Order(Step.COPY, 0, Fault.KILL_BEFORE, 0),
            new Order(Step.COPY, 0, Fault.KILL_AFTER, 0),
            new Order(Step.COMMIT, 0, Fault.KILL_BEFORE, 0),
            new Order(Step.COMMIT, 0, Fault.KILL_LATE, 0),
            new Order(Step.COMMIT, 0, Fault.KILL_AFTER, 0));
    private static final List<Step> WORK =
            List.of(Step.UPLOAD, Step.BEGIN, Step.MOVE, Step.COPY, Step.COMMIT, Step.COMMIT, Step.COMMIT);
    private static final List<Fault> PLAIN = List.of(
            Fault.DROP_ANSWER,
            Fault.CUT_REQUEST,
            Fault.CUT_ANSWER,
            Fault.REFUSE,
            Fault.REFUSE_AFTER,
            Fault.STALL,
            Fault.LATE);
    private static final List<Integer> STATUSES = List.of(500, 502, 503, 429);

    static Plan of(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        int partitions = 2 + random.nextInt(3);
        int members = 1 + random.nextInt(2);
        List<Scene> scenes = new ArrayList<>();
        for (int i = 2 + random.nextInt(2); i > 0; i--) {
            Act act = pick(OFTEN, random);
            scenes.add(new Scene(act, random.nextInt(8), orders(act, random)));
        }
        return new Plan(seed, partitions, members, scenes);
    }

    private static List<Order> orders(Act act, Random random) {
        List<Order> orders = new ArrayList<>();
        if (act == Act.KILL) {
            Order kill = pick(KILLS, random);
            orders.add(new Order(kill.step(), random.nextInt(3), kill.fault(), 0));
        } else if (act == Act.ZOMBIE) {
            orders.add(new Order(pick(WORK, random), random.nextInt(2), Fault.STOP_AFTER, 0));
        } else if (act == Act.FAULTS) {
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                orders.add(fault(random));
            }
        }
        return orders;
    }

    private static Order fault(Random random) {
        Fault fault = pick(PLAIN, random);
        Step step = fault == Fault.LATE ? Step.COMMIT : pick(WORK, random);
        int number = switch (fault) {
            case REFUSE, REFUSE_AFTER -> pick(STATUSES, random);
            case STALL -> 100 + random.nextInt(4000);
            case LATE -> 2000 + random.nextInt(4000);
            default -> 0;
        };
        return new Order(step, random.nextInt(3), fault, number);
    }

    private static <T> T pick(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("seed " + seed + ": " + partitions + " partitions, " + members
                + (members == 1 ? " process" : " processes"));
        scenes.forEach(
                scene -> text.append("\n  ").append(scene.act).append(' ').append(scene.orders));
        return text.toString();
    }
}
