@NullMarked
package org.lakeingest.format.json;

import org.jspecify.annotations.NullMarked;
