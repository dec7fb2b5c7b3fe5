package io.gaussferry.configuration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The value of a key that is not given; without a value, an empty section or list instead of null. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface DefaultValue {

    /** The value in the notation of a configuration; one per entry of a list. */
    String[] value() default {};
}
