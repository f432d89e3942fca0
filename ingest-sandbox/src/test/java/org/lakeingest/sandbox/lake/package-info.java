/** Tests of the local lake; those named conformance also run against the lake that {@code TEST_LAKE_DSN} names. */
@NullMarked
package org.lakeingest.sandbox.lake;

import org.jspecify.annotations.NullMarked;
