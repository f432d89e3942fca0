/** From encoded records to batches: decoding, transforming, and collecting until a batch is worth writing. */
@NullMarked
package org.lakeingest.engine.lane;

import org.jspecify.annotations.NullMarked;
