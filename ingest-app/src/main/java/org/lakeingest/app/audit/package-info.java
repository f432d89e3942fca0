/** Compares what a log holds with what a target holds, partition by partition. */
@NullMarked
package org.lakeingest.app.audit;

import org.jspecify.annotations.NullMarked;
