/** Change data: what a record says to do with a row, as documents with an operation and a version. */
@NullMarked
package org.lakeingest.format.json.change;

import org.jspecify.annotations.NullMarked;
