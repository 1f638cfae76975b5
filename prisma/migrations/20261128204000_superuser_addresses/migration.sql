CREATE TABLE "superuser_addresses" (
    "user_id" UUID NOT NULL,
    "ip_address" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "superuser_addresses_pkey" PRIMARY KEY ("user_id", "ip_address"),
    CONSTRAINT "superuser_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO "superuser_addresses" ("user_id", "ip_address", "last_seen_at")
SELECT used."user_id", used."ip_address", max(used."last_used_at")
FROM (
  SELECT "user_id", "ip_address", "last_used_at" FROM "sessions"
  UNION ALL
  SELECT "user_id", "ip_address", "last_used_at" FROM "api_tokens" WHERE "ip_address" IS NOT NULL AND "last_used_at" IS NOT NULL
) AS used
JOIN "users" ON "users"."id" = used."user_id" AND "users"."is_superuser"
GROUP BY used."user_id", used."ip_address";

-- The column stays until no older build writes it.
UPDATE "api_tokens" SET "ip_address" = NULL;
