/** Column batches in, the bytes of one file out. Knows neither HTTP nor SQL. */
@NullMarked
package org.lakeingest.lake.encode;

import org.jspecify.annotations.NullMarked;
