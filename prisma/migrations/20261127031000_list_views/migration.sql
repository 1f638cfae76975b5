-- A page of a list that staff read is one event with the ids of its users. The key is the same for the same page, agent and
-- hour.
ALTER TABLE "audit_details" ADD COLUMN "view_key" BYTEA;
CREATE UNIQUE INDEX "audit_details_view_key_key" ON "audit_details" ("view_key") WHERE "view_key" IS NOT NULL;
CREATE INDEX "audit_details_user_ids_idx" ON "audit_details" USING gin ((("details"::jsonb) -> 'user_ids') jsonb_path_ops)
    WHERE "view_key" IS NOT NULL;
