package io.gaussferry.configuration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a key is where it is not given; without a value, a section or a list that is there although nothing is in it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface DefaultValue {

    /** As it would be written; one for each entry of a list. */
    String[] value() default {};
}
