package org.lakeingest.api;

/** A sink that stores the dead letters of a batch together with its rows. */
public interface StoresDeadLetters {}
