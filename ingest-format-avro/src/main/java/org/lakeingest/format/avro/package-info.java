/** Avro payloads in the binary encoding, written with one known schema. */
@NullMarked
package org.lakeingest.format.avro;

import org.jspecify.annotations.NullMarked;
