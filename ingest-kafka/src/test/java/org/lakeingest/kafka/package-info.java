@NullMarked
package org.lakeingest.kafka;

import org.jspecify.annotations.NullMarked;
