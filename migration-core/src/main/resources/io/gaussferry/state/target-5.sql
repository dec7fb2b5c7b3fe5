-- changes of the target's primary that a daemon has seen. The new primary gets a row with a random name: a server that has the row, too, was
-- rebuilt from it.
CREATE TABLE gaussferry.primary_change (
    pipeline TEXT NOT NULL,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    changed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, name)
);
