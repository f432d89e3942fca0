/** A broker, a lake and a pipeline in one process. Loaded only when the sandbox's libraries are there. */
@NullMarked
package org.lakeingest.app.sandbox;

import org.jspecify.annotations.NullMarked;
