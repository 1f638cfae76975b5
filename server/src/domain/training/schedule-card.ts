import { type Card, createEmptyCard, fsrs, Rating } from 'ts-fsrs';

/** The state of the scheduler as JSON. */
export type CardState = Record<string, unknown>;

const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: true, enable_short_term: false });

interface Review {
  /** Null for a question that the user answers for the first time. */
  state: CardState | null;
  at: Date;
  isRight: boolean;
  /** Null if nothing measured the time. */
  seconds: number | null;
  /** The median time for the difficulty. Null without enough answers. */
  usualSeconds: number | null;
}

/** Right in less than this part of the usual time was easy. */
const easyPart = 1 / 3;

/** When to ask the question again, and the state to continue from. */
export function scheduleCard({ state, at, isRight, seconds, usualSeconds }: Review): {
  state: CardState;
  dueAt: Date;
} {
  const isEasy = seconds !== null && usualSeconds !== null && seconds <= usualSeconds * easyPart;
  const rating = !isRight ? Rating.Again : isEasy ? Rating.Easy : Rating.Good;
  // The scheduler also reads the times of its state as texts.
  const card = state === null ? createEmptyCard(at) : (state as unknown as Card);
  const { card: next } = scheduler.next(card, notBefore(at, card.last_review), rating);
  return { state: JSON.parse(JSON.stringify(next)) as CardState, dueAt: next.due };
}

/** The scheduler refuses an answer from before the last one, which a clock that was set back causes. */
const notBefore = (at: Date, last: Date | string | undefined): Date =>
  last === undefined ? at : new Date(Math.max(at.getTime(), new Date(last).getTime()));
