import { type Card, createEmptyCard, fsrs, Rating, State } from 'ts-fsrs';
import { z } from 'zod';

/** The state of the scheduler as JSON. */
export type CardState = Record<string, unknown>;

/** What the scheduler continues from. */
const KnownState = z.looseObject({
  due: z.iso.datetime({ offset: true }),
  stability: z.number().min(0.001),
  difficulty: z.number().min(1).max(10),
  scheduled_days: z.number().min(0),
  reps: z.int().min(0),
  lapses: z.int().min(0),
  learning_steps: z.int().min(0).optional(),
  state: z.enum(State),
  last_review: z.iso.datetime({ offset: true }),
});

const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: true, enable_short_term: false });

interface Review {
  /** Null for a question that the user answers for the first time. One in the form of a newer version counts as none. */
  state: unknown;
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
  const known = KnownState.safeParse(state);
  const card = known.success ? (known.data as unknown as Card) : createEmptyCard(at);
  const { card: next } = scheduler.next(card, notBefore(at, card.last_review), rating);
  return { state: JSON.parse(JSON.stringify(next)) as CardState, dueAt: next.due };
}

/** The scheduler refuses an answer from before the last one, which a clock that was set back causes. */
const notBefore = (at: Date, last: Date | string | undefined): Date =>
  last === undefined ? at : new Date(Math.max(at.getTime(), new Date(last).getTime()));
