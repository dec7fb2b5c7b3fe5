package io.gaussferry.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.CollationRule;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.NegativeZero;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.MySqlType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationFileTest {

    private static final String COMPLETE = """
            gaussferry:
              pipeline: shop
              source: {url: "jdbc:mysql://db:3307/", user: u, password: s3cret, schemas: [shop, "tenant_*"],
                tables: {include: ["shop.*", "tenant_*.o*"], exclude: ["*.old_*"]},
                rename: [{from: shop.items, to: sales.positions}, {from: "tenant_*", to: "t$1"}]}
              target: {url: "jdbc:opengauss://og:5432/t", user: g, password: "${HOME}", foreign-keys: defer, read-timeout: 90s}
              replay: {appliers: 8, batch-changes: 100, batch-bytes: 1MB, queue-bytes: 2MB}
              rules:
                zero-date: 1970-01-01
                nul: strip
                invalid-bytes: replace
                time-out-of-range: interval
                json: jsonb
                empty-string-as-null: true
                types:
                  - {type: time, time-out-of-range: text}
                  - {type: tinyint(1), target-type: bool}
                columns:
                  - {column: shop.orders.shipped, zero-date: "null", nul: refuse, invalid-bytes: refuse, empty-string-as-null: false, collations: binary}
                  - {column: "*.*.active", target-type: boolean}
                  - {column: "*.`a.b`.c", time-out-of-range: text, json: json}
            """;

    @TempDir
    private Path directory;

    @Test
    void readsEveryKey() throws IOException {
        PipelineSettings settings = read(COMPLETE);
        assertThat(settings.name()).isEqualTo("shop");
        assertThat(settings.source().url()).isEqualTo("jdbc:mysql://db:3307/");
        assertThat(settings.source().password()).isEqualTo("s3cret");
        assertThat(settings.source().includes("tenant_7")).isTrue();
        assertThat(settings.source().includes("other")).isFalse();
        assertThat(settings.source().includes("mysql")).isFalse();
        assertThat(settings.source().includes(new TableId("shop", "anything"))).isTrue();
        assertThat(settings.source().includes(new TableId("shop", "old_orders")))
                .isFalse();
        assertThat(settings.source().includes(new TableId("tenant_7", "customers")))
                .isFalse();
        assertThat(settings.source().renames().targetOf(new TableId("shop", "items")))
                .isEqualTo(new TableId("sales", "positions"));
        assertThat(settings.source().renames().targetOf(new TableId("shop", "orders")))
                .isEqualTo(new TableId("shop", "orders"));
        assertThat(settings.source().renames().targetOf(new TableId("tenant_7", "orders")))
                .isEqualTo(new TableId("t7", "orders"));
        assertThat(settings.target().user()).isEqualTo("g");
        assertThat(settings.target().password()).isEqualTo(System.getenv("HOME"));
        assertThat(settings.target().foreignKeys()).isEqualTo(ForeignKeyPolicy.DEFER);
        assertThat(settings.target().readTimeout()).hasSeconds(90);
        assertThat(settings.appliers()).isEqualTo(8);
        assertThat(settings.batchLimits().changes()).isEqualTo(100);
        assertThat(settings.batchLimits().bytes()).isEqualTo(1 << 20);
        assertThat(settings.queueBytes()).isEqualTo(2 << 20);
    }

    private static ConversionRules rules(TimeOutOfRange timeOutOfRange, boolean jsonb) {
        return new ConversionRules(
                ZeroDate.REPLACE,
                LocalDate.of(1970, 1, 1),
                Nul.STRIP,
                InvalidBytes.REPLACE,
                timeOutOfRange,
                InvalidEnum.REFUSE,
                NegativeZero.ZERO,
                jsonb,
                true,
                CollationRule.KEEP);
    }

    @Test
    void readsRulesForAllColumnsAndForSome() throws IOException {
        RuleBook rules = read(COMPLETE).rules();
        assertThat(rules.defaults()).isEqualTo(rules(TimeOutOfRange.INTERVAL, true));
        assertThat(rules.forColumn(new TableId("shop", "orders"), column("shipped", MySqlType.DATE)))
                .isEqualTo(new ConversionRules(
                        ZeroDate.NULL,
                        null,
                        Nul.REFUSE,
                        InvalidBytes.REFUSE,
                        TimeOutOfRange.INTERVAL,
                        InvalidEnum.REFUSE,
                        NegativeZero.ZERO,
                        true,
                        false,
                        CollationRule.BINARY));
        assertThat(rules.targetType(new TableId("x", "y"), column("active", MySqlType.INT)))
                .contains("boolean");
        assertThat(rules.forColumn(new TableId("x", "y"), column("span", MySqlType.TIME)))
                .isEqualTo(rules(TimeOutOfRange.TEXT, true));
        assertThat(rules.forColumn(new TableId("x", "a.b"), column("c", MySqlType.JSON)))
                .isEqualTo(rules(TimeOutOfRange.TEXT, false));
    }

    @Test
    void readsFormerNamesWithWarning() throws IOException {
        Path file = directory.resolve("former.yml");
        Files.writeString(
                file,
                COMPLETE.replace("appliers: 8", "lanes: 8")
                        .replace("  rules:", "  copy: {lanes: 3}\n  rules:")
                        .replace("    empty-string-as-null: true\n", "")
                        .replace("defer, read-timeout", "defer, empty-string-as-null: true, read-timeout"));
        DaemonSettings settings = ConfigurationFile.readForDaemon(file);
        assertThat(settings.migration().pipeline().appliers()).isEqualTo(8);
        assertThat(settings.migration().pipeline().copy().workers()).isEqualTo(3);
        assertThat(settings.formerNames())
                .anySatisfy(text -> assertThat(text).contains("gaussferry.replay.lanes", "gaussferry.replay.appliers"))
                .anySatisfy(text -> assertThat(text).contains("gaussferry.copy.lanes", "gaussferry.copy.workers"))
                .hasSize(3);
        assertThat(settings.migration().pipeline().rules().defaults().emptyStringAsNull())
                .isTrue();
        Files.writeString(file, COMPLETE);
        assertThat(ConfigurationFile.readForDaemon(file).formerNames()).isEmpty();
    }

    @Test
    void refusesAllConversionsWithoutRules() throws IOException {
        String withoutRules = COMPLETE.substring(0, COMPLETE.indexOf("  rules:"));
        assertThat(read(withoutRules).rules()).isEqualTo(RuleBook.of(ConversionRules.defaults()));
    }

    @Test
    void acceptsSampleConfiguration() throws IOException {
        String sample = Files.readString(Path.of("../config/gaussferry.yml")).replaceAll("\\$\\{\\w+}", "x");
        assertThat(read(sample).appliers()).isEqualTo(4);
    }

    @Test
    void choosesRandomServerIdInUpperHalf() throws IOException {
        assertThat(read(COMPLETE).source().serverId()).isBetween(1L << 31, (1L << 32) - 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    appliers: 8                   | applers: 8               | gaussferry.replay.applers
                    user: u                       | usr: u                   | gaussferry.source.usr
                    pipeline: shop                | pipelin: shop            | gaussferry.pipelin
                    appliers: 8                   | appliers: many           | gaussferry.replay.appliers
                    appliers: 8                   | appliers: 0              | gaussferry.replay.appliers
                    appliers: 8                   | appliers: 8, lanes: 8    | gaussferry.replay.appliers
                    batch-bytes: 1MB              | batch-bytes: 1           | gaussferry.replay.batch-bytes
                    queue-bytes: 2MB              | queue-bytes: 9GB         | gaussferry.replay.queue-bytes
                    "jdbc:mysql://db:3307/"       | "mysql://db"             | gaussferry.source.url
                    "jdbc:opengauss://og:5432/t"  | "jdbc:postgresql://og/t" | gaussferry.target.url
                    "shop.*", "tenant_*.o*"       | ""                       | gaussferry.source.tables.include[0]
                    "shop.*", "tenant_*.o*"       | crm.orders               | gaussferry.source.tables.include[0]
                    "*.old_*"                     | old                      | gaussferry.source.tables.exclude[0]
                    "*.old_*"                     | "shop.*"                 | gaussferry.source.tables.exclude[0]
                    include: ["shop               | only: ["shop             | gaussferry.source.tables.only
                    to: sales.positions           | to: sales                | gaussferry.source.rename[0]
                    to: sales.positions           | as: sales.positions      | gaussferry.source.rename[0].as
                    , to: sales.positions         | ''                       | gaussferry.source.rename[0].to
                    from: shop.items              | from: crm.items          | gaussferry.source.rename[0]
                    from: shop.items              | from: tenant_7           | gaussferry.source.rename[0]
                    {from: "tenant_*"             | {from: tenant_3.x, to: tenant_3.x}, {from: tenant_*.x, to: x.x}, {from: tenant_3.x | gaussferry.source.rename[3]
                    to: "t$1"                     | to: "t$2"                | gaussferry.source.rename[1]
                    "jdbc:mysql://db:3307/"       | "jdbc:mysql://u:s3cret@db/"              | gaussferry.source.url
                    "jdbc:mysql://db:3307/"       | "jdbc:mysql://db/?PassWord=s3cret"       | gaussferry.source.url
                    "jdbc:opengauss://og:5432/t"  | "jdbc:opengauss://og/t?user=u"           | gaussferry.target.url
                    password: s3cret              | password: s3cret, password-file: x       | gaussferry.source.password-file
                    password: s3cret              | password-file: none.txt                  | gaussferry.source.password-file
                    password: s3cret              | password-file: .                         | gaussferry.source.password-file
                    "${HOME}"                     | "${NO_SUCH_VARIABLE_X}"  | gaussferry.target.password
                    user: g                       | user: ""                 | gaussferry.target.user
                    foreign-keys: defer           | foreign-keys: drop       | gaussferry.target.foreign-keys
                    foreign-keys: defer           | partitions: some         | gaussferry.target.partitions
                    foreign-keys: defer           | untested: warn           | gaussferry.target.untested
                    as-null: true                 | as-null: often           | gaussferry.rules.empty-string-as-null
                    read-timeout: 90s             | read-timeout: 90ms       | gaussferry.target.read-timeout
                    type: time                    | type: timez              | gaussferry.rules.types[0].type
                    type: time                    | typ: time                | gaussferry.rules.types[0].typ
                    of-range: text}               | of-range: later}         | gaussferry.rules.types[0].time-out-of-range
                    , target-type: bool}          | }                        | gaussferry.rules.types[1]
                    gaussferry:                   | gausferry:               | gausferry.pipeline
                    zero-date: 1970-01-01         | zero-date: null          | gaussferry.rules.zero-date
                    zero-date: 1970-01-01         | zero-date: 1970-02-30    | gaussferry.rules.zero-date
                    zero-date: 1970-01-01         | zero-dates: refuse       | gaussferry.rules.zero-dates
                    nul: strip                    | nul: remove              | gaussferry.rules.nul
                    invalid-bytes: replace        | invalid-bytes: strip     | gaussferry.rules.invalid-bytes
                    time-out-of-range: interval   | time-out-of-range: ""    | gaussferry.rules.time-out-of-range
                    json: jsonb                   | json: text               | gaussferry.rules.json
                    shop.orders.shipped           | orders.shipped           | gaussferry.rules.columns[0].column
                    "null"                        | never                    | gaussferry.rules.columns[0].zero-date
                    nul: refuse                   | nil: refuse              | gaussferry.rules.columns[0].nil
                    target-type: boolean          | target-type: ""          | gaussferry.rules.columns[1].target-type
                    , target-type: boolean        | ''                       | gaussferry.rules.columns[1]
                    json: json}                   | json: bson}              | gaussferry.rules.columns[2].json
                    """)
    void rejectsInvalidValueAndNamesKey(String correct, String wrong, String key) {
        assertThatThrownBy(() -> read(COMPLETE.replace(correct, wrong)))
                .isInstanceOf(GaussferryException.class)
                .satisfies(e -> assertThat(((GaussferryException) e).category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining(key)
                .hasMessageContaining("remedy:")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void readsPasswordFromFileNextToConfiguration() throws IOException {
        Files.writeString(directory.resolve("secret.txt"), " with spaces \n");
        PipelineSettings settings = read(COMPLETE.replace("password: s3cret", "password-file: secret.txt"));
        assertThat(settings.source().password()).isEqualTo(" with spaces ");
    }

    @Test
    void reportsPositionOfYamlErrorWithoutContent() {
        assertThatThrownBy(() -> read("gaussferry:\n  source:\n    password: \"s3cret\n"))
                .hasMessageContaining("line 4")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void hidesPasswords() throws IOException {
        PipelineSettings settings = read(COMPLETE.replace("${HOME}", "s3cret"));
        assertThat(settings.toString() + settings.source() + settings.target()).doesNotContain("s3cret");
    }

    @Test
    void rejectsMissingSectionByName() {
        assertThatThrownBy(() -> read("gaussferry: {pipeline: x}"))
                .hasMessageContaining("gaussferry.source is missing");
    }

    @Test
    void readsPipelineAndDaemonKeysFromOneFile() throws IOException {
        DaemonSettings settings = readForDaemon(COMPLETE);
        assertThat(settings.migration().pipeline().name()).isEqualTo("shop");
        assertThat(settings.http())
                .isEqualTo(ConfigurationFile.readHttp(Files.writeString(directory.resolve("http.yml"), COMPLETE)));
        assertThat(settings.migration().verifyShare()).isZero();
        assertThat(readForDaemon(COMPLETE + "  verify: {share: 100}\n")
                        .migration()
                        .verifyShare())
                .isEqualTo(100);
    }

    @Test
    void rejectsInvalidDaemonKeys() {
        assertThatThrownBy(() -> readForDaemon(COMPLETE + "  verify: {share: 101}\n"))
                .hasMessageContaining("gaussferry.verify.share is 101")
                .hasMessageContaining("gaussferry.yml");
        assertThatThrownBy(() -> readForDaemon(COMPLETE + "  http: {port: 65536}\n"))
                .hasMessageContaining("gaussferry.http.port");
    }

    @Test
    void rejectsMissingFileAndInvalidYaml() {
        assertThatThrownBy(() -> ConfigurationFile.read(directory.resolve("none.yml")))
                .hasMessageContaining("none.yml");
        assertThatThrownBy(() -> read("gaussferry: [")).hasMessageContaining("is not YAML");
    }

    private static ColumnDefinition column(String name, MySqlType type) {
        return new ColumnDefinition(
                name, type, false, type.name().toLowerCase(Locale.ROOT), 0, 0, 0, null, List.of(), true);
    }

    private PipelineSettings read(String yaml) throws IOException {
        return ConfigurationFile.read(Files.writeString(directory.resolve("gaussferry.yml"), yaml));
    }

    private DaemonSettings readForDaemon(String yaml) throws IOException {
        return ConfigurationFile.readForDaemon(Files.writeString(directory.resolve("gaussferry.yml"), yaml));
    }
}
