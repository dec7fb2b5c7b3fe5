package io.gaussferry.e2e.types;

import static io.gaussferry.e2e.types.Reading.BIT;
import static io.gaussferry.e2e.types.Reading.DOUBLE;
import static io.gaussferry.e2e.types.Reading.FLOAT;
import static io.gaussferry.e2e.types.Reading.NUMBER;
import static io.gaussferry.e2e.types.TypeValues.type;

import java.util.List;

/** Numbers. */
public final class NumberValues {

    private static final String LONGEST = "99999999999999999999999999999999999999999999999999999999999999999";

    private NumberValues() {}

    /** Unsigned integers, which the binlog contains as signed ones. */
    public static List<TypeValues> integers() {
        return List.of(
                type("TINYINT", NUMBER).values("-128", "-1", "0", "127"),
                type("TINYINT UNSIGNED", NUMBER).values("0", "127", "128", "255"),
                // not a boolean: may hold 2
                type("BOOL", NUMBER).values("0", "1", "2", "-128"),
                type("SMALLINT", NUMBER).values("-32768", "32767"),
                type("SMALLINT UNSIGNED", NUMBER).values("32768", "65535"),
                type("MEDIUMINT", NUMBER).values("-8388608", "-1", "8388607"),
                type("MEDIUMINT UNSIGNED", NUMBER).values("8388608", "16777215"),
                type("INT", NUMBER).values("-2147483648", "2147483647"),
                type("INT UNSIGNED", NUMBER).values("2147483648", "4294967295"),
                type("INT(7) UNSIGNED ZEROFILL", NUMBER).values("42", "4294967295"),
                type("BIGINT", NUMBER).values("-9223372036854775808", "9223372036854775807"),
                type("BIGINT UNSIGNED", NUMBER)
                        .values("0", "9223372036854775807", "9223372036854775808", "18446744073709551615"));
    }

    public static List<TypeValues> decimals() {
        return List.of(
                type("DECIMAL(10,2)", NUMBER).values("0.00", "-0.01", "1.10", "99999999.99", "-99999999.99"),
                type("DECIMAL(10,2) UNSIGNED", NUMBER).values("0.00", "0.01", "99999999.99"),
                type("DECIMAL(5,0)", NUMBER).values("-99999", "0", "7"),
                type("DECIMAL(9,9)", NUMBER).values("0.000000001", "-0.999999999"),
                // 9 digits take 4 bytes: the remaining ones take 1 to 4
                type("DECIMAL(19,10)", NUMBER).values("123456789.0123456789", "-100000000.0000000001"),
                type("DECIMAL(65,0)", NUMBER).values(LONGEST, "-" + LONGEST, "1"),
                type("DECIMAL(65,30)", NUMBER)
                        .values(
                                "12345678901234567890123456789012345.123456789012345678901234567890",
                                "-99999999999999999999999999999999999.999999999999999999999999999999",
                                "0.000000000000000000000000000001",
                                "-0.000000000000000000000000000001"),
                type("DECIMAL(30,30)", NUMBER).values("0.999999999999999999999999999999"));
    }

    public static List<TypeValues> floatingPoint() {
        return List.of(
                type("FLOAT", FLOAT)
                        .values(
                                "0",
                                "0.1",
                                "-1.5",
                                "16777216",
                                "1.17549435e-38",
                                "1e-45",
                                "3.4028235e38",
                                "-3.4028235e38")
                        .value("-0e0", "-0", "0", "0")
                        // more digits than MySQL prints
                        .values("1.2345679", "8388608.5", "0.33333334"),
                type("FLOAT UNSIGNED", FLOAT).values("0.1", "3.4028235e38"),
                type("DOUBLE", DOUBLE)
                        .values("0", "0.1", "1e22", "1e23", "9007199254740993", "2.2250738585072014e-308", "5e-324")
                        .values("1.7976931348623157e308", "-1.7976931348623157e308", "0.30000000000000004")
                        .value("-0e0", "-0", "0", "0"),
                type("DOUBLE(10,2)", NUMBER).values("12345678.91", "-0.01", "0.10"),
                type("FLOAT(7,3)", FLOAT).values("1234.568", "-0.001", "9999.999"));
    }

    /** The largest numbers, which MySQL stores as the power of ten that follows, and then refuses as a value. */
    public static List<TypeValues> roundedUp() {
        return List.of(
                type("DOUBLE(20,5)", NUMBER)
                        .value("999999999999999.99999", "1000000000000000.00000")
                        .value("-999999999999999.99999", "-1000000000000000.00000"),
                type("FLOAT(10,2)", NUMBER).value("99999999.99", "100000000.00").values("0.25"));
    }

    public static List<TypeValues> bits() {
        return List.of(
                type("BIT(1)", BIT).value("b'0'", "0").value("b'1'", "1"),
                type("BIT(7)", BIT).value("b'101'", "0000101").value("b'1111111'", "1111111"),
                type("BIT(8)", BIT).value("b'10000000'", "10000000"),
                type("BIT(10) DEFAULT b'1000000001'", BIT)
                        .value("DEFAULT", "1000000001")
                        .value("b'11'", "0000000011"),
                type("BIT(64)", BIT)
                        .value("0", "0".repeat(64))
                        .value("1", "0".repeat(63) + "1")
                        .value("1 << 63", "1" + "0".repeat(63))
                        .value("18446744073709551615", "1".repeat(64)));
    }
}
