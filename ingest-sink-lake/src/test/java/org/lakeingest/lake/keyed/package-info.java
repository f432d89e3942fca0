@NullMarked
package org.lakeingest.lake.keyed;

import org.jspecify.annotations.NullMarked;
