-- Tokens for programs.
CREATE TABLE "api_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "prefix" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "noticed_at" TIMESTAMPTZ(3),
    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens" ("token_hash");
CREATE INDEX "api_tokens_user_id_created_at_id_idx" ON "api_tokens" ("user_id", "created_at", "id");
CREATE INDEX "api_tokens_expires_at_idx" ON "api_tokens" ("expires_at");

-- One-time addresses of exports. The token of an address is an HMAC of the id, so no secret lies here.
CREATE TABLE "export_links" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "export_links_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "export_links_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "export_links_session_id_idx" ON "export_links" ("session_id");
CREATE INDEX "export_links_expires_at_idx" ON "export_links" ("expires_at");
