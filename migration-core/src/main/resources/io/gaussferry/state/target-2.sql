-- views, routines, triggers and events of the source: their SQL there and here, and what is known of them.
-- Statements and used objects are separated by U+001E; names of rules by commas.
CREATE TABLE gaussferry.object (
    pipeline TEXT NOT NULL,
    kind TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    name TEXT NOT NULL,
    creation_order INTEGER NOT NULL,
    state TEXT NOT NULL,
    detail TEXT NOT NULL,
    source_sql TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    statements TEXT NOT NULL,
    undo TEXT NOT NULL,
    rules TEXT NOT NULL,
    uses TEXT NOT NULL,
    verified_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, kind, schema_name, name)
);
