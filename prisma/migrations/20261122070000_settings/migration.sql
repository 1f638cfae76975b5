-- A key without a row has its default, and so has one whose value is null: it was put back.
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB,
    "updated_by_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "settings_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "settings_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "settings_updated_by_id_idx" ON "settings" ("updated_by_id");

-- One row, which every change raises: of two that began with the same version one is refused.
CREATE TABLE "settings_version" (
    "id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    CONSTRAINT "settings_version_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "settings_version_one_check" CHECK ("id" = 1)
);
INSERT INTO "settings_version" ("id", "version") VALUES (1, 1);
