/** Services, processes and questions to them, shared by the scenarios. */
@NullMarked
package org.lakeingest.it.support;

import org.jspecify.annotations.NullMarked;
