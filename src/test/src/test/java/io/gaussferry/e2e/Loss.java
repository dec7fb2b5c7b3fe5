package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.jdbc.Sql;
import java.sql.Connection;

/** A way to lose changes of the target, in a migration with the tables {@code fine}, {@code twin} and {@code swapped}. */
enum Loss {
    PUBLICATION_ALTERED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.target(publishedAgain(migration, "swapped"));
            return api;
        }
    },
    TABLE_UNPUBLISHED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.target("ALTER PUBLICATION " + publication(migration) + " DROP TABLE swapped");
            return api;
        }

        @Override
        void awaitNotice(Api api) {
            awaitChangedTable(api);
        }
    },
    SLOT_DROPPED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.stop();
            Servers.target().rows("SELECT pg_drop_replication_slot(slot_name)" + ReverseRemediesIT.slots(migration));
            return Api.of(migration.launch());
        }
    },
    /** MySQL accepts no changes, and the target's log grows beyond {@link #LIMIT}. */
    LOG_LIMIT_EXCEEDED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            try (Connection locks = migration.openSource()) {
                Sql.execute(locks, "FLUSH TABLES " + migration.database() + ".fine WITH READ LOCK");
                String retained = "SELECT count(*)" + ReverseRemediesIT.slots(migration);
                await("the dropped slot").atMost(Daemon.PATIENCE).until(() -> {
                    migration.fillTargetLog();
                    return Servers.target().value(retained).equals("0");
                });
            }
            return api;
        }

        @Override
        void awaitNotice(Api api) {
            ReverseRemediesIT.awaitProblem(api, "gaussferry.cutover.retained-log-limit");
        }
    },
    PUBLICATION_REPLACED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            String name = publication(migration);
            migration.target("BEGIN; DROP PUBLICATION " + name + "; CREATE PUBLICATION " + name
                    + " FOR TABLE fine, gaussferry.progress, gaussferry.probe; COMMIT");
            return api;
        }
    },
    PUBLICATION_DROPPED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.target("DROP PUBLICATION " + publication(migration));
            return api;
        }
    },
    /** A session with a replication origin, as that of a subscription. PostgreSQL sends its changes. */
    CHANGE_WITH_ORIGIN {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            if (Servers.targetForm() != TargetForm.DOLPHIN) {
                return SLOT_DROPPED.happen(migration, mysql, api);
            }
            migration.target(
                    "SELECT pg_replication_origin_create('gf_origin') WHERE NOT EXISTS"
                            + " (SELECT 1 FROM pg_replication_origin WHERE roname = 'gf_origin')",
                    "SELECT pg_replication_origin_session_setup('gf_origin')",
                    "INSERT INTO fine VALUES (7777, 'origin')",
                    "SELECT pg_replication_origin_session_reset()");
            return api;
        }

        @Override
        void awaitNotice(Api api) {
            ReverseRemediesIT.awaitProblem(
                    api, Servers.targetForm() == TargetForm.DOLPHIN ? "with replication origin gf_origin" : "");
        }
    },
    TABLE_ALTERED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.target("ALTER TABLE swapped ALTER COLUMN rank_no TYPE smallint");
            return api;
        }
    },
    TABLE_RECREATED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.target("BEGIN; LOCK TABLE swapped; CREATE TABLE swapped_copy (LIKE swapped INCLUDING ALL);"
                    + " INSERT INTO swapped_copy SELECT * FROM swapped; DROP TABLE swapped;"
                    + " ALTER TABLE swapped_copy RENAME TO swapped; COMMIT");
            return api;
        }

        @Override
        void awaitNotice(Api api) {
            awaitChangedTable(api);
        }
    },
    /** Changes under the name of another table must not become changes of that table in MySQL. */
    TABLES_SWAPPED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            String swap =
                    "ALTER TABLE fine RENAME TO between; ALTER TABLE twin RENAME TO fine; ALTER TABLE between RENAME TO twin;";
            migration.target("BEGIN; " + swap + " INSERT INTO fine VALUES (-3000, 'of twin'); " + swap + " COMMIT");
            return api;
        }

        @Override
        void awaitNotice(Api api) {
            ReverseRemediesIT.awaitProblem(api, ".twin, renamed");
        }
    },
    TABLE_TRUNCATED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.target("TRUNCATE TABLE fine");
            return api;
        }
    },
    /** The server sends later changes without an error. */
    SLOT_ADVANCED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.stop();
            migration.target("INSERT INTO fine (id, note) VALUES (-2000, 'skipped')");
            boolean isOpenGauss = Servers.target().value("SELECT version()").contains("openGauss");
            Servers.target()
                    .rows("SELECT pg_replication_slot_advance(slot_name::text, "
                            + (isOpenGauss ? "pg_current_xlog_location())" : "pg_current_wal_lsn())")
                            + ReverseRemediesIT.slots(migration));
            return Api.of(migration.launch());
        }
    },
    ROW_DELETED_IN_MYSQL {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            migration.target("INSERT INTO fine (id, note) VALUES (-3000, 'some')");
            ReverseRemediesIT.awaitNote(mysql, migration, -3000, "some");
            mysql.execute(
                    "SET GLOBAL super_read_only = 0",
                    "DELETE FROM " + migration.database() + ".fine WHERE id = -3000",
                    "INSERT INTO " + migration.database() + ".fine VALUES (-1000, 'none')",
                    "DELETE FROM " + migration.database() + ".ledger LIMIT 2",
                    "INSERT INTO " + migration.database() + ".ledger VALUES (-1)");
            migration.target("UPDATE fine SET note = 'other' WHERE id = -3000");
            return api;
        }
    },
    LOG_REMOVED {
        @Override
        Api happen(Migration migration, Server mysql, Api api) throws Exception {
            if (Servers.target().value("SELECT version()").contains("openGauss")) {
                return SLOT_DROPPED.happen(migration, mysql, api);
            }
            migration.stop();
            Servers.target().execute("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'", "SELECT pg_reload_conf()");
            try {
                await("the lost slot").atMost(Daemon.PATIENCE).until(() -> {
                    migration.fillTargetLog();
                    Servers.target().execute("SELECT pg_switch_wal()", "CHECKPOINT");
                    return Servers.target()
                            .value("SELECT wal_status" + ReverseRemediesIT.slots(migration))
                            .equals("lost");
                });
            } finally {
                Servers.target().execute("ALTER SYSTEM RESET max_slot_wal_keep_size", "SELECT pg_reload_conf()");
            }
            return Api.of(migration.launch());
        }
    };

    /** A line of the configuration that {@link #LOG_LIMIT_EXCEEDED} needs. */
    static final String LIMIT = "retained-log-limit: 200MB";

    /** Makes it happen; returns the API of the daemon, which may be another one. */
    abstract Api happen(Migration migration, Server mysql, Api api) throws Exception;

    /** Waits until the daemon reports it. */
    void awaitNotice(Api api) {
        ReverseRemediesIT.awaitProblem(api, "");
    }

    private static void awaitChangedTable(Api api) {
        await("the changed table")
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(
                                CutoverIT.json(api).path("targetTables").toString())
                        .contains("swapped"));
    }

    /** In one transaction: a table that is missing for a second is excluded instead. */
    static String publishedAgain(Migration migration, String table) throws Exception {
        String alter = "ALTER PUBLICATION " + publication(migration);
        return "BEGIN; " + alter + " DROP TABLE " + table + "; " + alter + " ADD TABLE " + table + "; COMMIT";
    }

    private static String publication(Migration migration) throws Exception {
        return Servers.target()
                .value("SELECT pubname FROM pg_catalog.pg_publication WHERE pubname LIKE 'gaussferry_"
                        + migration.pipeline() + "%'");
    }
}
