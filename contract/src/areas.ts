/**
 * The registry of areas: one line each, under the name that is also the area's tag. The client imports its types
 * only, so calling an operation loads no schema.
 */
export * as accounts from './accounts.ts';
export * as audit from './audit.ts';
export * as datasets from './datasets.ts';
export * as devices from './devices.ts';
export * as calculations from './calculations.ts';
export * as exports from './exports.ts';
export * as files from './files.ts';
export * as friends from './friends.ts';
export * as guides from './guides.ts';
export * as loans from './loans.ts';
export * as quiz from './quiz.ts';
export * as notices from './notices.ts';
export * as notifications from './notifications.ts';
export * as objectives from './objectives.ts';
export * as preferences from './preferences.ts';
export * as records from './records.ts';
export * as reports from './reports.ts';
export * as secondFactors from './second-factors.ts';
export * as settings from './settings.ts';
export * as system from './system.ts';
export * as training from './training.ts';
export * as tokens from './tokens.ts';
export * as users from './users.ts';
export * as workshop from './workshop.ts';
