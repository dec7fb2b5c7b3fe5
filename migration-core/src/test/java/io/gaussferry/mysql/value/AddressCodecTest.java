package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.value.AddressCodec.Form;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The images are those of MariaDB 10.11.5, the strings what it prints. */
class AddressCodecTest {

    @ParameterizedTest
    @CsvSource({
        "UUID, 1000112233445566778899aabbccddeeff, 00112233-4455-6677-8899-aabbccddeeff",
        "UUID, 0f00112233445516778899aabbccddee, 00112233-4455-1677-8899-aabbccddee00",
        "UUID, 00, 00000000-0000-0000-0000-000000000000",
        "INET4, 040a000001, 10.0.0.1",
        "INET4, 03ffffff, 255.255.255.0",
        "INET4, 00, 0.0.0.0",
        "INET6, 1020010db800000000000000000000ff01, 2001:db8::ff01",
        "INET6, 00, ::",
        "INET6, 1000000000000000000000ffff01020304, ::ffff:1.2.3.4",
        "INET6, 1000000000000000000000000001020304, ::1.2.3.4",
        "INET6, 1000000000000000000000000000000001, ::1",
        "INET6, 0afe800000000000000001, fe80::1:0:0:0",
        "INET6, 0820010db800000001, 2001:db8:0:1::",
        "INET6, 1000010000000200030004000500060007, 1:0:2:3:4:5:6:7",
    })
    void writesWhatMariaDbPrints(Form form, String image, String text) {
        AddressCodec codec = new AddressCodec("c", form);
        assertThat(Written.fromImage(codec, image)).isEqualTo(text);
        byte[] value = HexFormat.of().parseHex(image.substring(2));
        assertThat(selected(codec, Arrays.copyOf(value, form.length()))).isEqualTo(text);
    }

    @Test
    void writesEveryAddressAsJavaReadsIt() throws UnknownHostException {
        long seed = System.nanoTime();
        System.out.println("AddressCodecTest: seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        AddressCodec codec = new AddressCodec("c", Form.INET6);
        for (int i = 0; i < 20_000; i++) {
            byte[] address = new byte[Form.INET6.length()];
            for (int group = 0; group < address.length; group += 2) {
                int value = random.nextInt(3) > 0 ? 0 : random.nextInt(0x1_0000);
                address[group] = (byte) (value >> 8);
                address[group + 1] = (byte) value;
            }
            String text = selected(codec, address);
            byte[] read = InetAddress.getByName(text).getAddress();
            // Java reads ::ffff:1.2.3.4 as the IPv4 address that it contains
            byte[] expected = Inet6Address.getByAddress(address).getAddress();
            assertThat(read).as(text).isEqualTo(expected);
        }
    }

    @Test
    void rejectsMoreBytesThanTheTypeHas() {
        AddressCodec codec = new AddressCodec("c", Form.INET4);
        assertThatThrownBy(() -> Written.fromImage(codec, "050102030405"))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("5 bytes exceed the 4 of INET4");
    }

    private static String selected(AddressCodec codec, byte[] value) {
        PlainText sink = new PlainText();
        codec.writeSelected(value, sink);
        return new String(sink.buffer(), 0, sink.length(), StandardCharsets.US_ASCII);
    }
}
