/**
 * What a laptop or a test needs in place of a cluster: an in-process Kafka broker, topic administration and a load
 * generator. Nothing here depends on the engine or its plugins.
 */
@NullMarked
package org.lakeingest.sandbox;

import org.jspecify.annotations.NullMarked;
