/** JSON payloads: a whole document as one VARIANT value, or declared columns. */
@NullMarked
package org.lakeingest.format.json;

import org.jspecify.annotations.NullMarked;
