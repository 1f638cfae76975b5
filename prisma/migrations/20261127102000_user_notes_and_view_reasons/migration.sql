-- CreateTable
CREATE TABLE "user_notes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "author_id" UUID,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "user_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "view_reasons" (
    "agent_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "view_reasons_pkey" PRIMARY KEY ("agent_id","user_id")
);

-- CreateIndex
CREATE INDEX "user_notes_user_id_created_at_id_idx" ON "user_notes"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "user_notes_author_id_idx" ON "user_notes"("author_id");

-- CreateIndex
CREATE INDEX "view_reasons_user_id_idx" ON "view_reasons"("user_id");

-- AddForeignKey
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "view_reasons" ADD CONSTRAINT "view_reasons_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "view_reasons" ADD CONSTRAINT "view_reasons_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A view of a user counts once for each agent, hour and reason: the key in "audit_details" decides, as for lists.
DROP INDEX "audit_events_look_key";
