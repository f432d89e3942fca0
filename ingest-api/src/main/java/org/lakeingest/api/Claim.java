package org.lakeingest.api;

import java.util.OptionalLong;

/**
 * The answer to a claim: where to go on, and under which epoch.
 *
 * @param position where to read from; empty when the sink has none and the source's committed position rules
 * @param leaderEpoch of the record before the position; -1 when unknown
 * @param epoch carried by every batch read under this claim
 */
public record Claim(OptionalLong position, int leaderEpoch, long epoch) {}
