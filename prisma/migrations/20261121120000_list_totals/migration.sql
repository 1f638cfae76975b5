-- How many rows the lists of users, IP records and log records have without a filter.
-- CreateTable
CREATE TABLE "list_totals" (
    "id" BIGSERIAL NOT NULL,
    "list" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "list_totals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "list_totals_list_idx" ON "list_totals"("list");

-- Each statement adds a row with its difference, so no two writers wait for one another; a job folds them into one.
-- The sum is right in every snapshot. Argument: the list.
CREATE FUNCTION "add_to_list_total"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM list_totals WHERE list = TG_ARGV[0];
    ELSE
        INSERT INTO list_totals (list, rows)
            SELECT TG_ARGV[0], CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
            FROM changed HAVING count(*) > 0;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "users_total_inserts" AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('users');
CREATE TRIGGER "users_total_deletes" AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('users');
CREATE TRIGGER "users_total_truncates" AFTER TRUNCATE ON "users"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('users');
CREATE TRIGGER "ip_records_total_inserts" AFTER INSERT ON "ip_records" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('ip_records');
CREATE TRIGGER "ip_records_total_deletes" AFTER DELETE ON "ip_records" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('ip_records');
CREATE TRIGGER "ip_records_total_truncates" AFTER TRUNCATE ON "ip_records"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('ip_records');
CREATE TRIGGER "log_records_total_inserts" AFTER INSERT ON "log_records" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('log_records');
CREATE TRIGGER "log_records_total_deletes" AFTER DELETE ON "log_records" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('log_records');
CREATE TRIGGER "log_records_total_truncates" AFTER TRUNCATE ON "log_records"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_to_list_total"('log_records');

INSERT INTO list_totals (list, rows)
    SELECT 'users', count(*) FROM users
    UNION ALL SELECT 'ip_records', count(*) FROM ip_records
    UNION ALL SELECT 'log_records', count(*) FROM log_records;
