// Loaded before the server (`node --import`): its wall clock, and nothing else, is off by CLOCK_SHIFT_MS.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
