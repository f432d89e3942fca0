/** Pipelines that are cut off, killed and put to sleep by a plan that a seed makes, and that must lose and double nothing. */
@NullMarked
package org.lakeingest.it.chaos;

import org.jspecify.annotations.NullMarked;
