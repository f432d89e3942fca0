/** The command line. */
@NullMarked
package org.lakeingest.app.cli;

import org.jspecify.annotations.NullMarked;
