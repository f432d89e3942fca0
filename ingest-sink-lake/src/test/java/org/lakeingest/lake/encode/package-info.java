@NullMarked
package org.lakeingest.lake.encode;

import org.jspecify.annotations.NullMarked;
