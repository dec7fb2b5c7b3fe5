package io.gaussferry.convert.encode;

import io.gaussferry.mysql.wire.BinaryOutput;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;

/** Converts strings to the target's binary format, written from PostgreSQL's manual, independently of the encoders. */
public final class TargetValues {

    private static final LocalDate EPOCH = LocalDate.of(2000, 1, 1);

    private TargetValues() {}

    public static byte[] of(TargetType type, String text) {
        BinaryOutput output = new BinaryOutput(64);
        switch (type) {
            case INT1, UINT1, BOOL -> output.appendBigEndian(Long.parseLong(text), 1);
            case INT2, UINT2 -> output.appendBigEndian(Long.parseLong(text), 2);
            case INT4, UINT4, YEAR -> output.appendBigEndian(Long.parseLong(text), 4);
            case INT8 -> output.appendBigEndian(Long.parseLong(text), 8);
            case UINT8 -> output.appendBigEndian(Long.parseUnsignedLong(text), 8);
            case NUMERIC -> numeric(text, output);
            case FLOAT4 -> output.appendBigEndian(Float.floatToRawIntBits(Float.parseFloat(text)), 4);
            case FLOAT8 -> output.appendBigEndian(Double.doubleToRawLongBits(Double.parseDouble(text)), 8);
            case BITS -> bits(text, output);
            case TEXT, PADDED_TEXT, JSON, ENUM, SET -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                output.append(bytes, 0, bytes.length);
            }
            case DATE -> output.appendBigEndian(days(text), 4);
            case TIME -> output.appendBigEndian(micros(text), 8);
            case TIMESTAMP, TIMESTAMPTZ -> output.appendBigEndian(moment(text), 8);
            default -> throw new IllegalArgumentException(type.name());
        }
        return output.toByteArray();
    }

    private static long days(String text) {
        return text.equals("0000-00-00")
                ? TemporalEncoder.ZERO_DATE_DAYS
                : ChronoUnit.DAYS.between(EPOCH, LocalDate.parse(text));
    }

    private static long moment(String text) {
        String date = text.substring(0, 10);
        if (date.equals("0000-00-00")) {
            return TemporalEncoder.ZERO_DATE_DAYS * 86_400_000_000L
                    + micros(text.substring(11).replace("+00", ""));
        }
        return ChronoUnit.MICROS.between(
                EPOCH.atStartOfDay(),
                LocalDateTime.parse(text.replace("+00", "").replace(' ', 'T')));
    }

    private static long micros(String text) {
        boolean negative = text.startsWith("-");
        String[] parts = text.substring(negative ? 1 : 0).split(":", -1);
        long micros = (Long.parseLong(parts[0]) * 3600 + Long.parseLong(parts[1]) * 60) * 1_000_000
                + new BigDecimal(parts[2]).movePointRight(6).longValueExact();
        return negative ? -micros : micros;
    }

    private static void bits(String text, BinaryOutput output) {
        output.appendBigEndian(text.length(), 4);
        String padded = text + "0".repeat(Math.floorMod(-text.length(), 8));
        for (int i = 0; i < padded.length(); i += 8) {
            output.appendBigEndian(Integer.parseInt(padded.substring(i, i + 8), 2), 1);
        }
    }

    private static void numeric(String text, BinaryOutput output) {
        BigDecimal number = new BigDecimal(text);
        int decimals = Math.max(0, number.scale());
        int fractionGroups = (decimals + 3) / 4;
        BigInteger units = number.abs().movePointRight(4 * fractionGroups).toBigIntegerExact();
        ArrayDeque<Integer> groups = new ArrayDeque<>();
        while (units.signum() > 0) {
            BigInteger[] parts = units.divideAndRemainder(BigInteger.valueOf(10_000));
            groups.addFirst(parts[1].intValue());
            units = parts[0];
        }
        int weight = groups.size() - fractionGroups - 1;
        while (!groups.isEmpty() && groups.peekLast() == 0) {
            groups.removeLast();
        }
        output.appendBigEndian(groups.size(), 2);
        output.appendBigEndian(groups.isEmpty() ? 0 : weight, 2);
        output.appendBigEndian(number.signum() < 0 ? 0x4000 : 0, 2);
        output.appendBigEndian(decimals, 2);
        groups.forEach(group -> output.appendBigEndian(group, 2));
    }
}
