import { describe, expect, it } from 'vitest';
import { planDestination } from './plan.ts';

const OWN = '0x1111111111111111111111111111111111111111';
const OTHER = '0x2222222222222222222222222222222222222222';
const THIRD = '0x3333333333333333333333333333333333333333';

const target = (walletAddress: string, tokenAddress = '0xaa', chainId = 8453) => ({
  walletAddress,
  tokenAddress,
  chainId,
});
const stored = (id: string, wallet: string, more: { active?: boolean; token?: string } = {}) => ({
  ...target(wallet, more.token),
  id,
  active: more.active ?? true,
});

const plan = (
  wanted: ReturnType<typeof target>,
  destinations: readonly ReturnType<typeof stored>[],
) => planDestination(wanted, { destinations, sessionWallet: OWN });

describe('a destination of the wallet that signed in', () => {
  it('is the first', () => {
    expect(plan(target(OWN), [])).toEqual({
      call: 'register',
      ends: undefined,
      isAlready: false,
      elsewhere: undefined,
    });
  });

  it('ends the one before, and no other wallet’s', () => {
    const before = stored('1', OWN, { token: '0xbb' });
    expect(plan(target(OWN), [stored('2', OTHER), before])).toMatchObject({
      call: 'register',
      ends: before,
      elsewhere: undefined,
    });
  });

  it('is there already, whatever the letters of its address', () => {
    const already = { ...stored('1', OWN), tokenAddress: '0xAA' };
    expect(plan(target(OWN), [already])).toMatchObject({ isAlready: true, ends: undefined });
  });
});

describe('a destination of another wallet', () => {
  it('takes the place of one’s own', () => {
    const own = stored('1', OWN);
    expect(plan(target(OTHER), [own])).toMatchObject({
      call: 'move',
      ends: own,
      elsewhere: undefined,
    });
  });

  it('replaces that wallet’s own and leaves one’s own, which goes on being paid', () => {
    const [own, others] = [stored('1', OWN), stored('2', OTHER, { token: '0xbb' })];
    expect(plan(target(OTHER), [others, own])).toMatchObject({
      call: 'register',
      ends: others,
      elsewhere: own,
    });
  });

  it('that the account had before is paid after newer ones', () => {
    const third = stored('3', THIRD);
    const ended = stored('2', OTHER, { active: false });
    expect(plan(target(OTHER), [third, ended])).toMatchObject({
      call: 'register',
      elsewhere: third,
    });
    expect(plan(target(OTHER), [ended, third]).elsewhere).toBeUndefined();
    expect(plan(target(OTHER), [third]).elsewhere).toBeUndefined();
  });

  it('of Tron is another one in another case', () => {
    const onTron = { ...stored('1', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'), chainId: 728126428 };
    const spelled = {
      ...onTron,
      walletAddress: onTron.walletAddress.toLowerCase().replace('t', 'T'),
    };
    expect(plan(spelled, [onTron]).isAlready).toBe(false);
  });
});
