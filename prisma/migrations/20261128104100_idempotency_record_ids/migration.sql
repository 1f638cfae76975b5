-- A key has the id of its record instead of the response. The column `response` stays for the processes of the former version.
ALTER TABLE "idempotency_keys" ADD COLUMN "record_id" UUID;
UPDATE "idempotency_keys"
SET "record_id" = (jsonb_path_query_first("response", '$.*.id') #>> '{}')::uuid, "response" = NULL
WHERE "response" IS NOT NULL;
CREATE INDEX "idempotency_keys_user_id_created_at_idx" ON "idempotency_keys"("user_id", "created_at");
