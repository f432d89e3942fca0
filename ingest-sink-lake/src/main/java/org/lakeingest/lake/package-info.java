/** The lake sink: packs write batches into files, brings them to the lake over HTTP and loads them. */
@NullMarked
package org.lakeingest.lake;

import org.jspecify.annotations.NullMarked;
