-- Which shared calculation a flag is about, and what it was called. The name remains after its owner deletes it.
ALTER TABLE "flags"
    ADD COLUMN "calculation_id" UUID,
    ADD COLUMN "calculation_name" TEXT,
    ADD CONSTRAINT "flags_calculation_id_fkey" FOREIGN KEY ("calculation_id") REFERENCES "calculations" ("id")
        ON DELETE SET NULL ON UPDATE CASCADE,
    ADD CONSTRAINT "flags_calculation_check"
        CHECK ("calculation_name" IS NULL AND "calculation_id" IS NULL
               OR "calculation_name" IS NOT NULL AND "subject" = 'shared_calculation');
CREATE INDEX "flags_calculation_id_idx" ON "flags" ("calculation_id");
