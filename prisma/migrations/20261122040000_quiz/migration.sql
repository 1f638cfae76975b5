CREATE TABLE "quiz_categories" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "date_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "quiz_categories_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "quiz_categories_name_key" ON "quiz_categories" (lower("name"));

CREATE TABLE "quiz_questions" (
    "id" UUID NOT NULL,
    "category_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "choices" TEXT[],
    "answer" SMALLINT NOT NULL,
    "explanation" TEXT NOT NULL,
    "difficulty" SMALLINT NOT NULL,
    "status" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "date_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    -- What a search compares: made once, because lower() of every row takes longer than the rest of a list.
    "search_text" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower("text" || chr(10) || "explanation")) STORED,
    CONSTRAINT "quiz_questions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "quiz_questions_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "quiz_categories" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "quiz_questions_answer_check" CHECK ("answer" >= 0 AND "answer" < cardinality("choices")),
    CONSTRAINT "quiz_questions_status_check" CHECK ("status" IN ('draft', 'published'))
);
CREATE INDEX "quiz_questions_date_updated_id_idx" ON "quiz_questions" ("date_updated", "id");
-- Of text that begins alike, an index row holds no more.
CREATE INDEX "quiz_questions_text_sort_idx" ON "quiz_questions" (left(lower("text"), 600) COLLATE "C", "id");
CREATE INDEX "quiz_questions_category_id_status_difficulty_id_idx" ON "quiz_questions" ("category_id", "status", "difficulty", "id");
CREATE INDEX "quiz_questions_status_difficulty_id_idx" ON "quiz_questions" ("status", "difficulty", "id");
CREATE INDEX "quiz_questions_difficulty_id_idx" ON "quiz_questions" ("difficulty", "id");
CREATE INDEX "quiz_questions_search_text_idx" ON "quiz_questions" USING gin ("search_text" gin_trgm_ops);
SELECT "keep_list_total"('quiz_questions');

CREATE TABLE "quiz_attempts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "finished_at" TIMESTAMPTZ(3),
    "total" SMALLINT NOT NULL,
    "answered" SMALLINT NOT NULL DEFAULT 0,
    "correct" SMALLINT NOT NULL DEFAULT 0,
    CONSTRAINT "quiz_attempts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "quiz_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "quiz_attempts_user_id_started_at_id_idx" ON "quiz_attempts" ("user_id", "started_at", "id");
CREATE INDEX "quiz_attempts_finished_at_idx" ON "quiz_attempts" ("finished_at");

CREATE TABLE "quiz_attempt_questions" (
    "attempt_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "text" TEXT NOT NULL,
    "choices" TEXT[],
    "answer" SMALLINT NOT NULL,
    "explanation" TEXT NOT NULL,
    "category_name" TEXT NOT NULL,
    "difficulty" SMALLINT NOT NULL,
    "chosen" SMALLINT,
    CONSTRAINT "quiz_attempt_questions_pkey" PRIMARY KEY ("attempt_id", "question_id"),
    CONSTRAINT "quiz_attempt_questions_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "quiz_attempts" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
