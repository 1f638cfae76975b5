-- Its EXCEPTION block begins a subtransaction, which PostgreSQL 15 and 16 refuse in a parallel worker: they could not
-- build an index with it over a large table.
ALTER FUNCTION "address_of"(text) PARALLEL UNSAFE;
