package org.lakeingest.app.plugin;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.Source;
import org.lakeingest.api.Transformer;
import org.lakeingest.app.AppErrorCode;

/**
 * The border between the engine and a plugin's component: one proxy that implements every SPI interface the component does, so that
 * capabilities stay visible. During a call the thread's context loader is the plugin's, and an exception that is no
 * {@link IngestException} leaves as kind INTERNAL with the component's name. Errors of the virtual machine pass as they are.
 *
 * <p>A call is made per batch, so the cost is nothing next to the work; arguments and answers that are used per row (collectors,
 * appenders, row batches) pass unwrapped. Thread-safe when the component is.
 */
public final class PluginBoundary implements InvocationHandler {
    /** Kinds of component; an answer that is one of these is wrapped too. */
    private static final List<Class<?>> COMPONENTS = List.of(
            Source.class, Decoder.class, Transformer.class, Sink.class, SinkWriter.class, DeadLetterQueue.class);

    private final Object component;
    private final String name;
    private final ClassLoader loader;

    private PluginBoundary(Object component, String name, ClassLoader loader) {
        this.component = component;
        this.name = name;
        this.loader = loader;
    }

    /**
     * Wraps a component.
     *
     * @param name for messages, such as {@code sink 'lake'}
     * @param loader the plugin's
     */
    @SuppressWarnings("unchecked") // the proxy implements every SPI interface of the component, T among them
    public static <T> T wrap(T component, String name, ClassLoader loader) {
        Class<?>[] faces = spiInterfaces(component.getClass()).toArray(Class<?>[]::new);
        return (T) Proxy.newProxyInstance(
                PluginBoundary.class.getClassLoader(), faces, new PluginBoundary(component, name, loader));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return invokeObject(proxy, method, arguments);
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return wrapAnswer(method, method.invoke(component, arguments));
        } catch (InvocationTargetException e) {
            throw translate(method, e.getCause() == null ? e : e.getCause());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private @Nullable Object invokeObject(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> name;
        };
    }

    private @Nullable Object wrapAnswer(Method method, @Nullable Object answer) {
        return answer != null && isComponent(method.getReturnType()) ? wrap(answer, name, loader) : answer;
    }

    private static boolean isComponent(Class<?> type) {
        for (Class<?> kind : COMPONENTS) {
            if (kind.isAssignableFrom(type)) {
                return true;
            }
        }
        return false;
    }

    private Throwable translate(Method method, Throwable thrown) {
        if (thrown instanceof IngestException || thrown instanceof VirtualMachineError) {
            return thrown;
        }
        if (isNative(thrown)) {
            return new IngestException(
                    AppErrorCode.NATIVE_CODE_UNUSABLE,
                    name + " needs native code that cannot be loaded from the temporary folder "
                            + System.getProperty("java.io.tmpdir")
                            + "; set INGEST_TMP to a folder that is writable and not mounted noexec",
                    thrown);
        }
        return new IngestException(
                AppErrorCode.PLUGIN_FAILED,
                // The message of a foreign exception may quote a record; it stays in the cause.
                name + " failed in " + method.getName() + " with "
                        + thrown.getClass().getName() + ", which is a defect of that plugin; --stacktrace shows where",
                thrown);
    }

    /** Libraries unpack such code into the temporary folder when they need it, as for compressed messages. */
    private static boolean isNative(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnsatisfiedLinkError) {
                return true;
            }
        }
        return false;
    }

    private static Set<Class<?>> spiInterfaces(Class<?> type) {
        Set<Class<?>> faces = new LinkedHashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> face : at.getInterfaces()) {
                collect(face, faces);
            }
        }
        return faces;
    }

    private static void collect(Class<?> face, Set<Class<?>> faces) {
        if (face.getPackage() == Source.class.getPackage()) {
            faces.add(face);
        }
        for (Class<?> parent : face.getInterfaces()) {
            collect(parent, faces);
        }
    }
}
