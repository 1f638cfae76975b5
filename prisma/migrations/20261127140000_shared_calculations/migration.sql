-- AlterTable
ALTER TABLE "preferences" ADD COLUMN "calculation_shared" BOOLEAN NOT NULL DEFAULT true;

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check"
    CHECK ("kind" IN ('friend_request', 'friend_accepted', 'new_sign_in', 'account_change', 'storage_nearly_full',
                      'cash_rate_change', 'new_figures', 'rate_gap', 'calculation_shared', 'attack', 'failures', 'system'));
