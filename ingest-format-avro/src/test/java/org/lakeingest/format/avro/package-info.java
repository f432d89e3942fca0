@NullMarked
package org.lakeingest.format.avro;

import org.jspecify.annotations.NullMarked;
