-- Accounts, sessions and the records of what happens to them.
-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "pending_email" TEXT,
    "password_hash" TEXT NOT NULL,
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "date_of_birth" DATE,
    "country_name" TEXT,
    "country_code" TEXT,
    "phone_number" TEXT,
    "is_superuser" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_staff" BOOLEAN NOT NULL DEFAULT false,
    "is_premium_user" BOOLEAN NOT NULL DEFAULT false,
    "user_image" TEXT,
    "last_login" TIMESTAMPTZ(3),
    "date_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "refresh_token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ip_address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "read_only_until" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_guards" (
    "key" TEXT NOT NULL,
    "user_id" UUID,
    "attempts" INTEGER NOT NULL,
    "next_try_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_guards_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "account_links" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "nonce" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "redeemed_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_budget_uses" (
    "id" UUID NOT NULL,
    "recipient_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_budget_uses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ip_records" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "ip_address" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ip_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "log_records" (
    "id" UUID NOT NULL,
    "message" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "from_proxy" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "log_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target_id" UUID,
    "details_hash" BYTEA NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_details" (
    "event_id" BIGINT NOT NULL,
    "salt" BYTEA NOT NULL,
    "details" TEXT NOT NULL,

    CONSTRAINT "audit_details_pkey" PRIMARY KEY ("event_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sessions_refresh_token_hash_key" ON "sessions"("refresh_token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "login_guards_user_id_idx" ON "login_guards"("user_id");

-- CreateIndex
CREATE INDEX "login_guards_updated_at_idx" ON "login_guards"("updated_at");

-- CreateIndex
CREATE INDEX "account_links_user_id_purpose_idx" ON "account_links"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "account_links_expires_at_idx" ON "account_links"("expires_at");

-- CreateIndex
CREATE INDEX "mail_budget_uses_recipient_key_created_at_idx" ON "mail_budget_uses"("recipient_key", "created_at");

-- CreateIndex
CREATE INDEX "mail_budget_uses_created_at_idx" ON "mail_budget_uses"("created_at");

-- CreateIndex
CREATE INDEX "ip_records_created_at_id_idx" ON "ip_records"("created_at", "id");

-- CreateIndex
CREATE INDEX "ip_records_user_id_created_at_idx" ON "ip_records"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "log_records_created_at_id_idx" ON "log_records"("created_at", "id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_guards" ADD CONSTRAINT "login_guards_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ip_records" ADD CONSTRAINT "ip_records_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_details" ADD CONSTRAINT "audit_details_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "audit_events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- Names and addresses are unique without regard to letter case.
CREATE UNIQUE INDEX "users_username_key" ON "users" (lower("username"));
CREATE UNIQUE INDEX "users_email_key" ON "users" (lower("email"));
-- Not unique: a pending address reserves nothing.
CREATE INDEX "users_pending_email_idx" ON "users" (lower("pending_email")) WHERE "pending_email" IS NOT NULL;

ALTER TABLE "account_links" ADD CONSTRAINT "account_links_purpose_check"
    CHECK ("purpose" IN ('verify_email', 'reset_password'));
ALTER TABLE "ip_records" ADD CONSTRAINT "ip_records_action_check"
    CHECK ("action" IN ('register', 'login', 'login_failed', 'logout', 'verify_email', 'password_reset_request',
                        'password_reset', 'password_change', 'email_change', 'profile_update', 'account_delete'));
ALTER TABLE "log_records" ADD CONSTRAINT "log_records_level_check"
    CHECK ("level" IN ('DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'));

-- The audit trail is only ever added to.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_events refuses %: the audit trail is only added to', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER "audit_events_refuse_change" BEFORE UPDATE OR DELETE ON "audit_events"
    FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_events_refuse_truncate" BEFORE TRUNCATE ON "audit_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
