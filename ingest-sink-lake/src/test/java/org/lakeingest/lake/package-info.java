@NullMarked
package org.lakeingest.lake;

import org.jspecify.annotations.NullMarked;
