/**
 * A lake for tests and for trying things out: the lake's HTTP protocol on an embedded database, and a twin that keeps nothing.
 *
 * <p>Only {@link org.lakeingest.sandbox.lake.LocalLake}, {@link org.lakeingest.sandbox.lake.DiscardingLake}, {@link
 * org.lakeingest.sandbox.lake.LakeOptions} and {@link org.lakeingest.sandbox.lake.LakeFaults} are public.
 */
@NullMarked
package org.lakeingest.sandbox.lake;

import org.jspecify.annotations.NullMarked;
