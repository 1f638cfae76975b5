-- CreateTable
CREATE TABLE "network_blocks" (
    "id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by_id" UUID,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by_id" UUID,
    "end_reason" TEXT,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "network_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "network_blocks_created_at_id_idx" ON "network_blocks"("created_at", "id");

-- CreateIndex
CREATE INDEX "network_blocks_ends_at_idx" ON "network_blocks"("ends_at");

-- CreateIndex
CREATE INDEX "network_blocks_revision_idx" ON "network_blocks"("revision");

-- CreateIndex
CREATE INDEX "network_blocks_created_by_id_idx" ON "network_blocks"("created_by_id");

-- CreateIndex
CREATE INDEX "network_blocks_ended_by_id_idx" ON "network_blocks"("ended_by_id");

-- AddForeignKey
ALTER TABLE "network_blocks" ADD CONSTRAINT "network_blocks_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "network_blocks" ADD CONSTRAINT "network_blocks_ended_by_id_fkey" FOREIGN KEY ("ended_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
