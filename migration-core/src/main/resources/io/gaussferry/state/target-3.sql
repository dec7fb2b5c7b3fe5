-- views, routines, triggers and events that the source created, changed or dropped after their last verification.
CREATE TABLE gaussferry.object_change (
    pipeline TEXT NOT NULL,
    kind TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    name TEXT NOT NULL,
    change TEXT NOT NULL,
    noticed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, kind, schema_name, name)
);
