@NullMarked
package org.lakeingest.sandbox;

import org.jspecify.annotations.NullMarked;
