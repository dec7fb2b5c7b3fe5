-- the name of the last run of reverse replication, and the name that MySQL had before it: a server that lacks the name in MySQL was replaced
CREATE TABLE gaussferry.reverse_run (
    pipeline TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_before TEXT NOT NULL
);
