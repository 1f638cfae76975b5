/**
 * Integers whose units differ in meaning. Each unit is a type of its own, so that a number in another unit, such as
 * hundredths of a percent, cannot reach the engine without a type error.
 */
import type { z } from 'zod';

/** Cents of an Australian dollar. */
export type Cents = number & z.core.$brand<'Cents'>;

/** A yearly rate in millionths of a percent. */
export type RateMillionths = number & z.core.$brand<'RateMillionths'>;

export const noCents = 0 as Cents;
export const noRate = 0 as RateMillionths;
