/** Which rows of a batch count when rows of one key follow one another. Knows rows, and nothing of files or the lake. */
@NullMarked
package org.lakeingest.lake.keyed;

import org.jspecify.annotations.NullMarked;
