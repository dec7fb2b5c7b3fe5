package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a trigger needs a time of its own. {@code TriggerOrderIT} shows the order in which a server fires them. */
class TriggerTimeTest {

    private static List<String> statements(Product product, String compatibility) {
        return TriggerTime.ordered(
                new TableId("sh'op", "t"), "CREATE", new TargetProfile(product, "6.0.2", compatibility, false));
    }

    @Test
    void datesTriggersInCompatibilityB() {
        List<String> statements = statements(Product.OPENGAUSS, "B");
        assertThat(statements).hasSize(3).contains("CREATE", "SET LOCAL TimeZone = 'UTC'");
        assertThat(statements.get(0)).contains("'\"sh''op\".\"t\"'::regclass");
    }

    @Test
    void otherTargetsFireThemByTheirNames() {
        assertThat(statements(Product.OPENGAUSS, "PG")).containsExactly("CREATE");
        assertThat(statements(Product.POSTGRESQL, "")).containsExactly("CREATE");
    }
}
