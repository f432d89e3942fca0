@NullMarked
package org.lakeingest.api;

import org.jspecify.annotations.NullMarked;
