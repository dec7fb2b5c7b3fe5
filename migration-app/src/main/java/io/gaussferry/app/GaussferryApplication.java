package io.gaussferry.app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The daemon. */
@SpringBootApplication
public class GaussferryApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(GaussferryApplication.class, arguments);
    }
}
