/** What of the environment applies to connections: proxies and trusted certificates. */
@NullMarked
package org.lakeingest.app.net;

import org.jspecify.annotations.NullMarked;
