package org.lakeingest.api;

/** A {@link Sink} that can say why it gives the guarantee that it gives. */
public interface ExplainsDelivery {
    /** What decided it, as the end of a sentence that starts with the guarantee: {@code "load is streaming, ..."}. */
    String deliveryReason();
}
