import { describe, expect, it } from 'vitest';
import {
  afterCheck,
  hasLine,
  type MerchantWebsite,
  proofPlaces,
  setAgain,
  websiteStatus,
} from './website.ts';

const SET_AT = new Date('2026-11-01T00:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const later = (ms: number, from = SET_AT) => new Date(from.getTime() + ms);

const PENDING: MerchantWebsite = {
  domain: 'shop.example',
  token: 'a1',
  setAt: SET_AT,
  verifiedAt: null,
  checkedAt: null,
  failingSince: null,
  problem: null,
  checkAt: SET_AT,
};
const VERIFIED: MerchantWebsite = { ...PENDING, verifiedAt: SET_AT, checkAt: later(DAY) };
const checked = (website: MerchantWebsite, now: Date, problem: string | null) => {
  const after = afterCheck(website, { now, problem });
  expect(after).toMatchObject({ checkedAt: now, problem });
  return after;
};

describe('a check', () => {
  it('that finds the proof verifies, and is repeated after a day', () => {
    const now = later(MINUTE);
    const after = checked(PENDING, now, null);
    expect(after).toMatchObject({ verifiedAt: now, checkAt: later(DAY, now) });
    expect(websiteStatus(after)).toBe('verified');
    expect(checked(after, later(DAY), null).verifiedAt).toEqual(now);
  });

  it.each([
    [0, MINUTE],
    [HOUR - 1, MINUTE],
    [HOUR, HOUR],
    [7 * DAY - 1, HOUR],
  ])('that finds none is repeated while the proof is awaited: after %d ms in %d', (since, inMs) => {
    const now = later(since);
    const after = checked(PENDING, now, 'none');
    expect(after).toMatchObject({ verifiedAt: null, checkAt: later(inMs, now) });
    expect(websiteStatus(after)).toBe('pending');
  });

  it('that finds none after a week is the last', () => {
    const after = checked(PENDING, later(7 * DAY), 'none');
    expect(after.checkAt).toBeNull();
    expect(websiteStatus(after)).toBe('failed');
  });

  it('ends a proof only once it was missing for three days', () => {
    const missing = checked(VERIFIED, later(DAY), 'none');
    expect(missing).toMatchObject({ verifiedAt: SET_AT, failingSince: later(DAY) });
    const almost = checked(missing, later(4 * DAY - 1), 'none');
    expect(almost).toMatchObject({ verifiedAt: SET_AT, failingSince: later(DAY) });
    const ended = checked(almost, later(4 * DAY), 'none');
    expect(ended).toMatchObject({ verifiedAt: null, failingSince: null, checkAt: null });
    expect(websiteStatus(ended)).toBe('failed');
  });

  it('that finds the proof again forgets that it was missing', () => {
    const missing = checked(VERIFIED, later(DAY), 'none');
    const found = checked(missing, later(2 * DAY), null);
    expect(found).toMatchObject({ verifiedAt: SET_AT, failingSince: null });
    expect(checked(found, later(5 * DAY), 'none').failingSince).toEqual(later(5 * DAY));
  });
});

describe('a website that is set again', () => {
  it('is due at once where it was not checked for a minute, and else after that', () => {
    const now = later(DAY);
    const ended = { ...PENDING, checkedAt: SET_AT, checkAt: null };
    expect(setAgain(ended, now)).toEqual({ ...ended, setAt: now, checkAt: now });
    expect(setAgain(PENDING, now).checkAt).toEqual(now);
    const checkedAt = later(-MINUTE / 2, now);
    expect(setAgain({ ...VERIFIED, checkedAt }, now)).toMatchObject({
      verifiedAt: SET_AT,
      checkAt: later(MINUTE / 2, now),
    });
  });
});

describe('the text of a proof', () => {
  it.each([
    'florin-domain=a1',
    '# ours\nflorin-domain=a1\n',
    'florin-domain=b2\r\nflorin-domain=a1\r\n',
  ])('is a line of the file: %j', (file) => {
    expect(hasLine(file, 'florin-domain=a1')).toBe(true);
  });

  it.each(['', 'florin-domain=a12', 'x florin-domain=a1', 'florin-domain=a', 'FLORIN-DOMAIN=A1'])(
    'is a whole line: not %j',
    (file) => {
      expect(hasLine(file, 'florin-domain=a1')).toBe(false);
    },
  );

  it('is read on the domain itself, behind HTTPS', () => {
    expect(proofPlaces('shop.example')).toEqual({
      fileUrl: 'https://shop.example/.well-known/florin-domain.txt',
      recordName: '_florin-domain.shop.example',
    });
  });
});
