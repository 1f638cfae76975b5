import { describe, expect, it } from 'vitest';
import { isDayDue, superfluousBackups } from './backup-days.ts';
import type { StoredBackup } from './backup-files.ts';

const sydney = 'Australia/Sydney';
const at = (text: string) => new Date(text);

const isDue = (now: string, last: string, hour = 3, timeZone = sydney) =>
  isDayDue(at(now), at(last), { hour, timeZone });

describe('the backup of a day', () => {
  it('is due once the hour has passed in the time zone of the server, also if the server was off then', () => {
    const last = '2026-06-01T03:05:00+10:00';
    expect(isDue('2026-06-02T02:59:00+10:00', last)).toBe(false);
    expect(isDue('2026-06-02T03:00:00+10:00', last)).toBe(true);
    expect(isDue('2026-06-02T09:00:00+10:00', last)).toBe(true);
    expect(isDue('2026-06-02T01:00:00+10:00', '2026-05-31T12:00:00+10:00')).toBe(true);
  });

  it('is due once on the days on which the clock changes, also at the hour that is missing or comes twice', () => {
    // On 4 October 2026 there is no 2:30, and on 5 April 2026 there are two.
    expect(isDue('2026-10-04T03:00:00+11:00', '2026-10-03T02:05:00+10:00', 2)).toBe(true);
    expect(isDue('2026-10-04T03:05:00+11:00', '2026-10-04T03:00:00+11:00', 2)).toBe(false);
    expect(isDue('2026-04-05T02:00:00+11:00', '2026-04-04T02:05:00+11:00', 2)).toBe(true);
    expect(isDue('2026-04-05T02:00:00+10:00', '2026-04-05T02:00:00+11:00', 2)).toBe(false);
    expect(isDue('2026-04-05T03:00:00+10:00', '2026-04-05T02:00:00+11:00', 2)).toBe(false);
    expect(isDue('2026-04-06T02:00:00+10:00', '2026-04-05T02:00:00+11:00', 2)).toBe(true);
  });

  it('is due at midnight with the hour 0, and in a time zone of half an hour', () => {
    expect(isDue('2026-06-02T00:00:00+09:30', '2026-06-01T00:00:00+09:30', 0, 'Australia/Darwin')).toBe(true);
    expect(isDue('2026-06-01T23:59:00+09:30', '2026-06-01T00:00:00+09:30', 0, 'Australia/Darwin')).toBe(
      false,
    );
  });
});

const backup = (time: string, differences: Partial<StoredBackup> = {}): StoredBackup => ({
  name: time,
  kind: 'daily',
  startedAt: at(time),
  bytes: 1,
  check: null,
  ...differences,
});
/** One a day at 3:00 in Sydney, the newest first. */
const daily = (count: number, newest: string) =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(at(`${newest}T12:00:00Z`).getTime() - index * 86_400_000);
    // At noon UTC, the local day is the same, and 17:00 UTC of the day before is 3:00 or 4:00.
    return backup(new Date(day.getTime() - 19 * 3_600_000).toISOString());
  });
const staying = (backups: StoredBackup[], now: string) => {
  const superfluous = superfluousBackups(backups, at(now), sydney);
  return backups.filter((one) => !superfluous.includes(one)).map(({ name }) => name);
};

describe('thinning', () => {
  it('leaves the newest of the last 7 days, 4 weeks and 6 months of the server’s time zone', () => {
    const days = staying(daily(400, '2026-11-28'), '2026-11-28T04:00:00+11:00').map((name) =>
      new Date(at(name).getTime() + 11 * 3_600_000).toISOString().slice(0, 10),
    );
    expect(days).toEqual([
      ...[28, 27, 26, 25, 24, 23, 22].map((day) => `2026-11-${day}`),
      ...['11-15', '11-08', '10-31', '09-30', '08-31', '07-31', '06-30'].map((day) => `2026-${day}`),
    ]);
  });

  it('takes two backups around midnight for two days, and both of a day with 25 hours for one', () => {
    const around = [backup('2026-04-04T13:30:00Z'), backup('2026-04-04T12:30:00Z')];
    expect(staying(around, '2026-04-06T00:00:00Z')).toHaveLength(2);
    const long = [backup('2026-04-05T13:30:00Z'), backup('2026-04-04T13:30:00Z')];
    expect(staying(long, '2026-04-06T00:00:00Z')).toEqual(['2026-04-05T13:30:00Z']);
  });

  it('never deletes what was made by hand, nor the last one that a check has restored', () => {
    const checked = backup('2025-01-01T00:00:00Z', { check: { at: new Date(), fault: null } });
    // Neither the newest of its day, nor of its week or month.
    const byHand = backup('2026-11-09T01:00:00Z', { kind: 'by_hand' });
    const failed = backup('2025-01-02T00:00:00Z', { check: { at: new Date(), fault: 'no' } });
    const names = staying([...daily(40, '2026-11-28'), failed, checked, byHand], '2026-11-28T00:00:00Z');
    expect(names).toContain(checked.name);
    expect(names).toContain(byHand.name);
    // 7 days, 2 more weeks and 2 more months.
    expect(names).toHaveLength(11 + 2);
  });

  it('deletes nothing because a clock was set forward, and leaves the newest if it was set back', () => {
    const backups = daily(7, '2026-11-28');
    expect(staying(backups, '2036-01-01T00:00:00Z')).toHaveLength(7);
    const future = daily(10, '2036-01-10');
    const now = '2026-11-28T04:00:00+11:00';
    expect(staying([...future, ...backups], now)).toEqual([...future, ...backups].map(({ name }) => name));
  });
});
