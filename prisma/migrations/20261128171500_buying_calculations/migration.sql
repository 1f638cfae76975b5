ALTER TABLE "calculations" DROP CONSTRAINT "calculations_kind_check";
ALTER TABLE "calculations" ADD CONSTRAINT "calculations_kind_check"
    CHECK ("kind" IN ('loan', 'scenario', 'savings', 'switch', 'take_home_pay', 'statement', 'buying', 'study_loan'));
