package org.lakeingest.format.json;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of fields that are no columns.
 *
 * @param adds whether they become columns
 * @param rest collects those that do not, or null
 * @param unknown skips or refuses those that neither become columns nor are collected
 */
record FieldPolicy(boolean adds, @Nullable RestObject rest, UnknownFields unknown) {}
