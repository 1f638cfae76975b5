-- Finds the few guards that wait, for the staff's filter by account status.
CREATE INDEX "login_guards_next_try_at_idx" ON "login_guards" ("next_try_at");
