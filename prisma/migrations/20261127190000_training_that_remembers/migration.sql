-- Questions whose answer is a number, with figures that are drawn for each attempt.
ALTER TABLE "quiz_questions"
    ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'choice',
    ADD COLUMN "unit" TEXT,
    ADD COLUMN "tolerance" DOUBLE PRECISION,
    ADD COLUMN "solution" JSONB,
    ADD COLUMN "variables" JSONB NOT NULL DEFAULT '[]',
    ALTER COLUMN "answer" DROP NOT NULL,
    DROP CONSTRAINT "quiz_questions_answer_check",
    ADD CONSTRAINT "quiz_questions_answer_check" CHECK (
        CASE "kind"
            WHEN 'choice' THEN "answer" IS NOT NULL AND "answer" >= 0 AND "answer" < cardinality("choices")
                AND num_nonnulls("unit", "tolerance", "solution") = 0
            WHEN 'number' THEN "answer" IS NULL AND cardinality("choices") = 0
                AND num_nulls("unit", "tolerance", "solution") = 0
            ELSE false
        END
    );

ALTER TABLE "quiz_attempts" ADD COLUMN "answered_at" TIMESTAMPTZ(3);
ALTER TABLE "quiz_attempt_questions"
    ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'choice',
    ADD COLUMN "unit" TEXT,
    ADD COLUMN "tolerance" DOUBLE PRECISION,
    ADD COLUMN "exact_answer" DOUBLE PRECISION,
    ADD COLUMN "figures" JSONB,
    ADD COLUMN "calculation" JSONB,
    ADD COLUMN "chosen_value" DOUBLE PRECISION,
    ADD COLUMN "is_correct" BOOLEAN,
    ADD COLUMN "answer_seconds" REAL,
    ALTER COLUMN "answer" DROP NOT NULL;
UPDATE "quiz_attempt_questions" SET "is_correct" = "chosen" = "answer" WHERE "chosen" IS NOT NULL;

CREATE TABLE "quiz_question_statistics" (
    "question_id" UUID NOT NULL,
    "answered" INTEGER NOT NULL,
    "right_share" DOUBLE PRECISION,
    "discrimination" DOUBLE PRECISION,
    CONSTRAINT "quiz_question_statistics_pkey" PRIMARY KEY ("question_id"),
    CONSTRAINT "quiz_question_statistics_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "quiz_questions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "training_cards" (
    "user_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "state" JSONB NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "training_cards_pkey" PRIMARY KEY ("user_id", "question_id"),
    CONSTRAINT "training_cards_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "training_cards_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "quiz_questions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "training_cards_user_id_due_at_idx" ON "training_cards" ("user_id", "due_at");
CREATE INDEX "training_cards_question_id_idx" ON "training_cards" ("question_id");
