@NullMarked
package org.lakeingest.testkit.harness;

import org.jspecify.annotations.NullMarked;
