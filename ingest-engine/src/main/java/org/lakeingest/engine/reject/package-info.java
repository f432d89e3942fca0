/** Records that are given up: what the policies say, how they are counted and told, and when there are too many of them. */
@NullMarked
package org.lakeingest.engine.reject;

import org.jspecify.annotations.NullMarked;
