-- The link to a calculation had no effect on any figure. Amounts, dates and histories stay.
ALTER TABLE "objectives" DROP COLUMN "calculation_id";

ALTER TABLE "objectives" ADD COLUMN "loan_id" UUID;
ALTER TABLE "objectives" ADD CONSTRAINT "objectives_loan_id_fkey" FOREIGN KEY ("loan_id") REFERENCES "followed_loans" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "objectives_loan_id_idx" ON "objectives" ("loan_id");

ALTER TABLE "objectives" DROP CONSTRAINT "objectives_kind_check";
ALTER TABLE "objectives" ADD CONSTRAINT "objectives_kind_check"
    CHECK ("kind" IN ('pay_off', 'save', 'owe_below', 'offset_above'));
