CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "note" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "max_uses" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitations_uses_check" CHECK ("uses" BETWEEN 0 AND "max_uses")
);
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations" ("token_hash");
CREATE INDEX "invitations_created_by_id_created_at_id_idx" ON "invitations" ("created_by_id", "created_at", "id");
CREATE INDEX "invitations_created_at_id_idx" ON "invitations" ("created_at", "id");
CREATE INDEX "invitations_expires_at_idx" ON "invitations" ("expires_at");

CREATE TABLE "invitation_uses" (
    "id" UUID NOT NULL,
    "inviter_id" UUID NOT NULL,
    "user_id" UUID,
    "invitation_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "invitation_uses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitation_uses_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitation_uses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "invitation_uses_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "invitation_uses_user_id_key" ON "invitation_uses" ("user_id");
CREATE INDEX "invitation_uses_inviter_id_created_at_id_idx" ON "invitation_uses" ("inviter_id", "created_at", "id");
CREATE INDEX "invitation_uses_invitation_id_idx" ON "invitation_uses" ("invitation_id");
