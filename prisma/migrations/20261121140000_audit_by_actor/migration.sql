-- The export of all that is held about a user reads what that user did to others, page by page.
-- CreateIndex
CREATE INDEX "audit_events_actor_id_id_idx" ON "audit_events"("actor_id", "id");
