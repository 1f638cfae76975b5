-- The export of all that is held about a user reads the events about that user, page by page.
-- CreateIndex
CREATE INDEX "audit_events_target_id_id_idx" ON "audit_events"("target_id", "id");
