/** Rows by column: what decoders and transformers write, and what sinks read. */
@NullMarked
package org.lakeingest.engine.rows;

import org.jspecify.annotations.NullMarked;
