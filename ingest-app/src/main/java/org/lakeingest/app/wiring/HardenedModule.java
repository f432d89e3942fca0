package org.lakeingest.app.wiring;

import com.google.inject.AbstractModule;

/** Only what the modules say: nothing is bound because it happens to have a constructor, and no cycle is papered over by a proxy. */
final class HardenedModule extends AbstractModule {
    @Override
    protected void configure() {
        binder().requireExplicitBindings();
        binder().requireExactBindingAnnotations();
        binder().requireAtInjectOnConstructors();
        binder().disableCircularProxies();
    }
}
