/** The contracts run against a right implementation, and against one wrong one for each trait. */
@NullMarked
package org.lakeingest.testkit.proof;

import org.jspecify.annotations.NullMarked;
