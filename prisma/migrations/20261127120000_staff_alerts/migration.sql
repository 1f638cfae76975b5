-- AlterTable
ALTER TABLE "preferences" ADD COLUMN "attack" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "failures" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "system" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "alerts" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("kind","key")
);

-- CreateIndex
CREATE INDEX "alerts_last_at_idx" ON "alerts"("last_at");

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check"
    CHECK ("kind" IN ('friend_request', 'friend_accepted', 'new_sign_in', 'account_change', 'storage_nearly_full',
                      'cash_rate_change', 'new_figures', 'rate_gap', 'attack', 'failures', 'system'));
