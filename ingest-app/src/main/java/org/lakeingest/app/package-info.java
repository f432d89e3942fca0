/** The application: a pipeline file in, a running pipeline out. */
@NullMarked
package org.lakeingest.app;

import org.jspecify.annotations.NullMarked;
