package org.lakeingest.engine;

import java.util.EnumSet;
import java.util.Set;

/** Where a pipeline is in its life. Changes only along {@link #successors}; see {@link Pipeline#state}. */
public enum PipelineState {
    /** Built, not started. */
    NEW,
    /** Opening the sink and joining the source's group; failures that may pass are tried again until the start timeout. */
    STARTING,
    /** Moving records. */
    RUNNING,
    /** Takes nothing new and finishes what is in flight: asked to stop, or about to fail after a bad record. */
    DRAINING,
    /** Ended on request. Final. */
    STOPPED,
    /** Ended because of an error, which {@link Pipeline#termination} carries. Final. */
    FAILED;

    Set<PipelineState> successors() {
        return switch (this) {
            case NEW -> EnumSet.of(STARTING, STOPPED);
            case STARTING -> EnumSet.of(RUNNING, DRAINING, STOPPED, FAILED);
            case RUNNING -> EnumSet.of(DRAINING, FAILED);
            case DRAINING -> EnumSet.of(STOPPED, FAILED);
            case STOPPED, FAILED -> EnumSet.noneOf(PipelineState.class);
        };
    }

    /** Whether nothing can follow. */
    public boolean isFinal() {
        return this == STOPPED || this == FAILED;
    }
}
