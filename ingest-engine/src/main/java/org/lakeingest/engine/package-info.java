/**
 * The engine as a library: {@link org.lakeingest.engine.Pipeline} moves batches from a source to a sink and keeps track of
 * what is durable. Threads and ownership are described in {@code docs/concurrency.md}.
 */
@NullMarked
package org.lakeingest.engine;

import org.jspecify.annotations.NullMarked;
