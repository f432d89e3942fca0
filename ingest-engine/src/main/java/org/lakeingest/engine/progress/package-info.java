/** What has been read and is not durable yet, and from where reading may go on. */
@NullMarked
package org.lakeingest.engine.progress;

import org.jspecify.annotations.NullMarked;
