/** The transformer {@code route}: rows go to the table that a field of theirs names. */
@NullMarked
package org.lakeingest.app.route;

import org.jspecify.annotations.NullMarked;
