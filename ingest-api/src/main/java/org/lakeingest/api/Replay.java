package org.lakeingest.api;

/**
 * Puts records back, each once: what was sent and that it was sent become durable together, so a replay that was killed goes on
 * where it was. Confined to one thread; blocks.
 *
 * <p>Life: {@link #open} once, or {@link #look}; then for each letter {@link #isDone}, and {@link #send} if it is not; {@link #flush} at the end;
 * {@link #close}. What was not flushed is given up.
 */
public interface Replay extends AutoCloseable {
    /**
     * Learns what was put back, and no more: {@link #send} is not allowed after it. May stand in the place of {@link #open}.
     *
     * @throws IngestException when the source cannot be reached
     */
    void look();

    /**
     * Takes over from whichever replay of the same pipeline ran last; one that still runs can send nothing more.
     *
     * @param again whether what earlier replays have put back counts as not put back
     * @throws IngestException when the source cannot be reached
     */
    void open(boolean again);

    /** Whether the record was put back by this replay or an earlier one, into the topic that this one would put it into. */
    boolean isDone(DeadLetter letter);

    /** Whether the record was put back by this replay or an earlier one, wherever to. */
    boolean isDoneAnywhere(DeadLetter letter);

    /**
     * Puts the record back, some time before {@link #flush} has returned.
     *
     * @throws IngestException when that is not possible; what is not there for good by then is given up, and
     *     {@link #isDone} says so when the replay is opened again
     */
    void send(DeadLetter letter);

    /**
     * Returns when everything sent so far is there for good.
     *
     * @return how many records of this replay are there
     */
    long flush();

    @Override
    void close();
}
