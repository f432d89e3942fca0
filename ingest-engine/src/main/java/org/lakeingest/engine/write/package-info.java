/** Batches on their way to the sink: order, overlap, retries, and the search for a bad record. */
@NullMarked
package org.lakeingest.engine.write;

import org.jspecify.annotations.NullMarked;
